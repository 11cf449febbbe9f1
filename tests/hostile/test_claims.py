"""Claims of docs/threat-model.md that no other room's tests hold."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from engine.hub.accounts import BOT_ID
from engine.store import journal
from tests.hostile.inert import offences
from tests.hostile.table import SONG, Table
from tests.island import texts
from tests.referee.in_memory import Table as InMemory
from tests.referee.stage import game
from tests.shares import only_whole

ROOT = Path(__file__).parents[2]
OURS, GAMES = ROOT / ".github" / "workflows", ROOT / "engine" / "template" / "game" / ".github" / "workflows"
WORKFLOWS = sorted([*OURS.glob("*.yml"), *GAMES.glob("*.yml")])
NOMIC = Path(sys.executable).parent / "nomic"
SECRET = re.compile(r"secrets\.|github\.token|GITHUB_TOKEN")


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in YAML(typ="safe").load(path)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=named)
def test_nothing_of_an_event_is_a_word_of_a_shell(path: Path) -> None:
    for step in steps(path):
        assert "${{" not in step.get("run", "")
        assert "github.event" not in str(step.get("env", ""))


@pytest.mark.parametrize("path", [OURS / "check.yml", GAMES / "check.yml"], ids=named)
def test_the_check_of_a_proposal_only_reads_and_has_no_secret(path: Path) -> None:
    workflow = YAML(typ="safe").load(path)
    assert set(workflow["on"]) == {"pull_request"}  # and not pull_request_target, which runs with the base's rights
    assert [job["permissions"] for job in workflow["jobs"].values()] == [{"contents": "read"}]
    assert not SECRET.search(path.read_text())
    assert steps(path)[0]["with"]["persist-credentials"] is False


@pytest.mark.parametrize("path", [p for p in WORKFLOWS if SECRET.search(p.read_text())], ids=named)
def test_what_has_a_secret_runs_what_stands_on_main(path: Path) -> None:
    workflow = YAML(typ="safe").load(path)
    assert not {"pull_request", "pull_request_target", "workflow_run", "push"} & set(workflow["on"])
    checkouts = [step["with"] for step in steps(path) if "checkout" in step.get("uses", "")]
    assert checkouts == [{"ref": "main", "persist-credentials": False}]


def test_a_new_game_checks_proposals_with_the_engine_that_main_is_pinned_to() -> None:
    runs = "\n".join(step.get("run", "") for step in steps(GAMES / "check.yml"))
    assert "git show origin/main:.github/engine.lock" in runs and "git show origin/main:.github/engine.txt" in runs
    assert "make" not in runs and "pip install -" not in runs.replace("-m pip install --quiet", "")


def test_no_module_that_a_proposal_brings_along_is_taken_for_one_of_pythons(tmp_path: Path) -> None:
    """Else a file `venv.py` in it made the check say whatever it liked."""
    for name in ("venv", "pip", "ensurepip", "runpy"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the proposal runs')\n")
    (step,) = [s for s in steps(GAMES / "check.yml") if str(s.get("name", "")).startswith("Install the engine")]
    commands = [
        words for line in step["run"].splitlines() if (words := shlex.split(line, comments=True)) and "-m" in words
    ]
    assert len(commands) == 3
    for words in commands:
        asked = [sys.executable, *words[1 : words.index("-m") + 2], "--help"]
        done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0 and "the proposal runs" not in done.stderr, done.stderr


def test_no_commit_message_holds_what_players_wrote() -> None:
    table = Table()
    table.say("ana", "/say Xyzzy")
    table.say("ana", "/motto Xyzzy")
    pull = table.island.propose("ana", "Xyzzy", {"rules/island/910-xyzzy.md": SONG.replace("Song", "Xyzzy")})
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, text, pull)
    table.run()
    commits = table.island.store.commits.values()
    assert table.read(f"state/polls/{pull}.yaml")["status"] == "adopted"
    assert [c.message for c in commits if "xyzzy" in c.message.lower() and c.author == "nomic"] == []


def test_labels_that_people_set_decide_nothing() -> None:
    table = Table()
    owner = table.island.id("owner")
    table.island.model.add_labels(owner, table.pull, ["adopted", "passing", "has quorum"])
    table.say("ana", "/resolve", table.pull)
    (outcome,) = [o for o in table.run().outcomes if o.get("code")]
    assert outcome["is"] == "refused"
    assert table.read(f"state/polls/{table.pull}.yaml")["status"] == "open"


def test_a_copy_of_an_answer_by_somebody_else_is_not_taken_for_the_answer() -> None:
    table = Table()
    comments = table.island.model.comments
    (board,) = [c for c in comments.values() if c.author == BOT_ID and f"nomic:status/{table.pull}:" in c.body]
    copied = table.say("bo", board.body, table.pull)
    table.say("ana", "yay", table.pull)
    table.run()
    table.run()
    assert comments[copied].body != comments[board.id].body
    assert "**1 yay**" in comments[board.id].body or "yay" in comments[board.id].body
    assert [c.id for c in comments.values() if c.author == BOT_ID and f"nomic:status/{table.pull}:" in c.body] == [
        board.id
    ]


MOANING = """---
rule: 180
title: Moaning
commands:
  - {usage: "/moan <words>", run: moan, who: players, arguments: {words: {type: text}}}
---
Whoever moans is told so.

```starlark
def moan(writer, words):
    refuse(words + " is no word.")
```
"""


@pytest.mark.parametrize(
    "words",
    ["~~~\n@stranger\n~~~\nx", "```\n<b>@stranger\n```\nx", "> " * 30 + "@stranger", "x[^1]\n\n[^1]: @stranger"],
)
def test_what_a_rule_repeats_as_the_reason_of_a_refusal_does_nothing_but_be_read(words: str) -> None:
    table = InMemory({**texts(), "rules/island/180-moaning.md": MOANING})
    table.say("ana", f"/moan {words}")
    table.run()
    (answer,) = (text for text in table.answers() if "is no word." in text)
    assert offences(answer, ["ana", "bo"]) == []


@pytest.mark.parametrize("code", ["110000", "FFFFFFFFFFFFFFFFFFFF"])
def test_a_mark_that_stands_for_no_letter_stops_nobody(code: str) -> None:
    table = Table()
    stranger = table.island.id("stranger")
    text = f"Hello.\n\n<!-- nomic:issue/%{code};:00000000 -->"
    table.island.model.open_thread(stranger, "Hello", text)
    table.say("stranger", text, table.pull)
    vote = table.say("ana", "yay", table.pull)
    table.run()
    poll = table.read(f"state/polls/{table.pull}.yaml")
    assert [ballot["comment"] for ballot in poll["ballots"]] == [vote]


def test_a_ballot_that_somebody_else_edits_is_marked_and_the_journal_has_both() -> None:
    """Whoever has write access can edit comments of others; the lists of GitHub do not say who did."""
    table = Table()
    vote = table.say("bo", "yay", table.pull)
    table.run()
    table.wait()
    table.island.model.edit_comment(table.island.id("owner"), vote, "nay")
    table.run()
    (ballot,) = table.read(f"state/polls/{table.pull}.yaml")["ballots"]
    assert (ballot["voter"], ballot["choice"], ballot["edited"]) == ("bo", "nay", True)
    days = [text for path, text in table.island.files().items() if path.startswith("state/journal/")]
    entries = [e for day in days for e in journal.entries(day) if e["id"].startswith(f"comment/{vote}")]
    assert [(e["kind"], e["text"]) for e in entries] == [("said", "yay"), ("edited", "nay")]


def test_a_flood_of_comments_is_answered_in_one() -> None:
    table = Table()
    before = len(table.answers())
    for number in range(50):
        table.say("ana", f"/nonsense {number}")
    for number in range(20):
        table.say("cy", f"/nonsense {number}")
    table.run()
    assert len(table.answers()) - before <= 2


@only_whole
def test_neither_token_nor_key_is_printed_committed_or_said(tmp_path: Path) -> None:
    key = "a key nobody may see"
    with game(tmp_path / "hub", "ana") as stage:
        given = {
            "PATH": os.environ["PATH"],
            "GITHUB_TOKEN": stage.token,
            "GITHUB_REPOSITORY": stage.hub.full_name,
            "GITHUB_API_URL": stage.hub.address,
            "GITHUB_SERVER_URL": stage.hub.address,
            "NOMIC_COPY": str(tmp_path / "copy"),
            "NOMIC_QUICK": "1",
            "NOMIC_DICE_KEY": key,
        }
        printed = ""
        for text, words in (("/dive", ["referee"]), ("/build", ["referee", "--dry-run"]), ("/nonsense", ["referee"])):
            stage.say("ana", text)
            stage.clock.now += 7 * 86_400  # on Fridays everybody fishes, with a die
            done = subprocess.run([NOMIC, *words], env=given, capture_output=True, text=True, check=True)
            printed += done.stdout + done.stderr
        stage.hub.faults.strike("unauthorized", 100, "GET")
        done = subprocess.run([NOMIC, "referee"], env=given, capture_output=True, text=True, check=False)
        printed += done.stdout + done.stderr
        listed = stage.hub.git.run("rev-list", "--objects", "--all").split("\n")
        names = "\n".join(line.split()[0] for line in listed).encode()
        kept = subprocess.run(
            ["git", "cat-file", "--batch"], cwd=stage.hub.git.directory, input=names, capture_output=True, check=True
        ).stdout.decode("utf-8", "replace")
        said = "\n".join(c.body for c in stage.hub.model.comments.values())
        on_disk = b"".join(p.read_bytes() for p in (tmp_path / "copy").rglob("*") if p.is_file())
    assert "throw: 1d6" in kept.replace(chr(34), ""), kept[kept.find("rolls") :][:200]  # the key was used
    for secret in (stage.token, key):
        assert secret not in printed + kept + said
        assert secret.encode() not in on_disk
