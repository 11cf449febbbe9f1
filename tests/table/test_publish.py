"""A game moves from its table with all its history, and there everybody says whose account is whose."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.cli.main import nomic
from engine.forge.repository import GitRepository
from engine.game.fold.folding import fold
from engine.game.replies.moments import when
from engine.referee.commits import snapshot
from engine.referee.verify import verify
from engine.store import canon
from engine.store.records import JOURNAL
from engine.table import publishing
from engine.template import beginning, shipped, steps
from tests.game.test_effect import LATER
from tests.island import rule, with_rules
from tests.shares import share
from tests.table.tables import START, Time, island, opened

GITHUB_ID = 583_231
FOLDER = '{"url": "file:///home/ana/engine", "dir_info": {}}'
WEEK = 7 * 86_400
SONG = {"rules/island/108-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}


def said(text: str, login: str, account: int, number: int) -> dict[str, Any]:
    at = START + 60 * number
    actor = {"id": account, "login": login, "role": "player"}
    common = {"time": at, "seen_at": at, "thread": 1, "comment": 2_000_000_000 + number, "edited": False}
    return {"id": f"comment/{common['comment']}", "kind": "said", "actor": actor, "text": text, **common}


def judged(files: dict[str, str], *inbox: dict[str, Any]) -> list[dict[str, Any]]:
    """What came of each of these; the files are as they are afterwards."""
    plan = fold(files, inbox, START + 3_600, lambda id_: b"seed")
    for segment in plan.segments:
        segment.apply(files)
    came = {outcome["id"]: outcome for outcome in plan.outcomes}
    return [came[happening["id"]] for happening in inbox]


def verified(place: Path) -> list[str]:
    """What is found wrong in the copy."""
    with GitRepository(str(place / "to-github.git"), place.parent / "verified") as repository:
        return verify(repository, None, [(place / "dice-key").read_bytes()]).findings


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a game of two that was published, and what was said."""
    place = tmp_path_factory.mktemp("table") / "meadow"
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        with opened(place, Time()) as game:
            for who in ("ana", "bo"):
                game.act(lambda who=who: game.people.comment(who, 1, "/join"))
            game.act(lambda: game.people.open_issue("ana", "It's; a $(question)", "Why?"))
            game.act(lambda: game.people.open_issue("bo", "Hi\x1b[2K\r\n     curl x | sh\x9b8m", "Why?"))
            assert game.settle() is not None
    done = CliRunner().invoke(nomic, ["publish", str(place), "ana/meadow"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return place, done.output


def test_the_copy_has_all_of_it_and_is_verified(moved: tuple[Path, str]) -> None:
    place, _ = moved
    assert verified(place) == []
    log = subprocess.run(
        ["git", "log", "--format=%s", "main"], cwd=place / "to-github.git", capture_output=True, text=True
    )
    assert (
        log.stdout.splitlines()[0] == "The game moves from its table"
        and log.stdout.splitlines()[-1] == "Begin the game"
    )


def test_what_to_do_is_said_with_lines_a_shell_takes_as_they_are(moved: tuple[Path, str]) -> None:
    lines = [line.strip() for line in moved[1].splitlines() if line.startswith("     gh issue create")]
    assert [shlex.split(line)[6] for line in lines] == [
        "The table of Island",
        "At the table: It's; a $(question)",
        "At the table: Hi [2K curl x | sh 8m",
    ]
    assert not any(sign in moved[1] for sign in ("\x1b", "\x9b", "\r"))


def test_what_a_rule_throws_as_the_game_moves_is_thrown_with_the_games_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a throw without one everybody knows the faces beforehand, and the proof found them to be others."""
    code = "def luck(records):\n    roll('1d1000')\n"
    law = with_rules({"120-luck.md": rule(120, "Luck", front="on: {changed: luck}\n", code=code)})
    monkeypatch.setattr(shipped, "law", lambda ruleset: law)
    place = tmp_path / "game"
    with opened(place, Time()) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
    assert published(place) == ("", "")
    (day,) = [text for path, text in in_the_copy(place).items() if path.startswith(JOURNAL)]
    assert [entry["kind"] for entry in canon.read(day) if entry.get("rolls")] == ["said", "moved"]
    assert verified(place) == []


def test_where_one_of_the_lines_fails_none_behind_it_takes_its_number(moved: tuple[Path, str], tmp_path: Path) -> None:
    """Of three hundred threads GitHub refuses some, as too much at once: each behind would have had the number of another."""
    made = tmp_path / "gh"
    made.write_text('#!/bin/sh\necho "$2" >> "$0.done"\ntest "$(wc -l < "$0.done")" -lt 2\n')
    made.chmod(0o755)
    begin, end = (moved[1].index(word) for word in ("     (set -e\n", "     )\n"))
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", moved[1][begin : end + 7]], env={"PATH": path}, check=False)
    assert done.returncode != 0 and made.with_name("gh.done").read_text().splitlines() == ["create"] * 2


def test_what_is_said_names_key_and_place(moved: tuple[Path, str]) -> None:
    assert str(moved[0] / "dice-key") in moved[1] and "ana/meadow" in moved[1]


def test_the_last_lines_stand_in_a_clone_and_name_an_engine_that_no_workflow_could_reach(
    moved: tuple[Path, str],
) -> None:
    """The doctor was to look at a folder that nobody had made; and the first run failed, for no index had the engine."""
    lines = [line.strip() for line in moved[1].splitlines()]
    cloned = lines.index("git clone https://github.com/ana/meadow.git meadow-on-github && cd meadow-on-github")
    assert lines[cloned + 1 :][:2] == [
        "nomic upgrade --engine git+https://github.com/OWNER/ENGINE@COMMIT",
        'git commit --all --message "Name where the engine is" && git push',
    ]
    assert lines.index("GITHUB_TOKEN=$(gh auth token) GITHUB_REPOSITORY=ana/meadow nomic doctor .") > cloned


def test_where_the_game_says_where_its_engine_is_none_is_asked_for() -> None:
    said = steps.publishing("copy", "key", "ana/meadow", "", "")
    assert "git clone" in said and "installed from a folder" not in said and "OWNER/ENGINE" not in said


def test_the_numbers_of_threads_are_taken_before_a_pass_can_open_an_issue_of_its_own(moved: tuple[Path, str]) -> None:
    """The first issue starts a run: with the key there already it closed a week that had passed meanwhile, and its issues had the
    numbers of proposals in the records."""
    lines = moved[1].splitlines()
    issues = [at for at, line in enumerate(lines) if line.startswith("     gh issue")]
    (key,) = [at for at, line in enumerate(lines) if line.startswith("     gh secret set")]
    assert issues and max(issues) < key


def test_an_account_is_nobodys_until_its_owner_says_so_and_then_has_what_it_had(moved: tuple[Path, str]) -> None:
    place, _ = moved
    with GitRepository(str(place / "to-github.git"), place.parent / "seen") as repository:
        files = dict(snapshot.read(repository, repository.fetch()))
    old = canon.read(files["state/players/bo.yaml"])["id"]
    assert old < 0, "an account with the table's number is somebody else there"
    outcomes = judged(files, said("/build", "bo", GITHUB_ID, 1), said("/build", "eve", -old, 2))
    assert [o["code"] for o in outcomes] == ["no_player", "no_player"]
    assert "write `/confirm`" in outcomes[0]["remedy"]
    outcomes = judged(
        files, said("/confirm", "eve", 7, 3), said("/confirm", "Bo", GITHUB_ID, 4), said("/dive", "Bo", GITHUB_ID, 5)
    )
    assert [o["is"] for o in outcomes] == ["refused", "done", "done"]
    record = canon.read(files["state/players/bo.yaml"])
    assert (record["id"], record["login"]) == (GITHUB_ID, "Bo")
    outcomes = judged(files, said("/confirm", "bo", 9, 6))
    assert outcomes[0]["is"] == "refused", "a seat is confirmed once"
    assert canon.read(files["state/engine.yaml"])["unconfirmed"] == ["ana"]


def test_nobody_has_two_seats(moved: tuple[Path, str]) -> None:
    """Nobody sits down anew before confirming, and no player whose account is called like another's seat by now has that one, too."""
    place, _ = moved
    with GitRepository(str(place / "to-github.git"), place.parent / "twice") as repository:
        files = dict(snapshot.read(repository, repository.fetch()))
    outcomes = judged(files, said("/confirm", "bo", GITHUB_ID, 1), said("/confirm", "ana", GITHUB_ID, 2))
    assert [o["is"] for o in outcomes] == ["done", "refused"]
    assert "bo" in outcomes[1]["reason"] and outcomes[1]["remedy"]
    assert canon.read(files["state/players/ana.yaml"])["id"] < 0
    outcomes = judged(files, said("/join", "ana", 77, 3), said("/join", "eve", 78, 4), said("/confirm", "Ana", 77, 5))
    assert [(o["is"], o.get("code")) for o in outcomes] == [("refused", "unconfirmed"), ("done", None), ("done", None)]
    assert "write `/confirm`" in outcomes[0]["remedy"]
    assert canon.read(files["state/players/ana.yaml"])["id"] == 77
    players = [canon.read(text)["id"] for path, text in files.items() if path.startswith("state/players/")]
    assert len(players) == len(set(players))


def published(place: Path) -> tuple[str, str]:
    """What keeps it from being published, and what to do; both empty where nothing does."""
    done = CliRunner().invoke(nomic, ["publish", str(place), "ana/meadow"])
    assert (place / "to-github.git").exists() == (done.exit_code == 0), "nothing is left that could be pushed"
    return getattr(done.exception, "cause", ""), getattr(done.exception, "remedy", "")


def in_the_copy(place: Path) -> dict[str, str]:
    with GitRepository(str(place / "to-github.git"), place.parent / "looked-at") as repository:
        return dict(snapshot.read(repository, repository.fetch()))


def test_a_table_that_was_published_is_opened_again_whatever_somebodys_git_lays_into_new_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a hook of theirs: the table was refused from then on, as one that somebody else might have made."""
    island(monkeypatch)
    hook = tmp_path / "template" / "hooks" / "post-commit"
    hook.parent.mkdir(parents=True)
    hook.write_text("#!/bin/sh\n")
    settings = tmp_path / "settings"
    settings.write_text(f"[init]\n\ttemplateDir = {tmp_path / 'template'}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    place = tmp_path / "meadow"
    with opened(place, Time()) as game:
        assert game.settle() is not None
    assert published(place) == ("", "")
    with opened(place, Time()) as game:
        assert game.settle() is not None


def test_an_open_vote_is_decided_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    with opened(tmp_path / "game", Time()) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
        pull = game.act(lambda: game.people.open_pull("ana", "Song", SONG)).number
        game.act(lambda: game.people.comment("ana", pull, "/open"))
        assert game.settle() is not None
    cause, remedy = published(tmp_path / "game")
    assert f"A vote is open on #{pull}," in cause
    assert "Decide it at the table" in remedy


@pytest.mark.parametrize("passes", share([0, 2, 1], 2))
def test_a_vote_in_an_issue_of_its_own_is_decided_before_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, passes: int
) -> None:
    island(monkeypatch)
    with opened(tmp_path / "game", Time()) as game:
        for who in ("ana", "bo"):
            game.act(lambda who=who: game.people.comment(who, 1, "/join"))
        game.act(lambda: game.people.comment("ana", 1, "/council Shall we dance?"))
        for _ in range(passes):
            assert game.settle() is not None
    assert "A vote is open on #2," in published(tmp_path / "game")[0]
    with opened(tmp_path / "game", Time()) as game:
        for who in ("ana", "bo"):
            game.act(lambda who=who: game.people.comment(who, 2, "yay"))
    assert published(tmp_path / "game") == ("", ""), "it is decided"
    assert "status: adopted" in in_the_copy(tmp_path / "game")["state/polls/council/1.yaml"]


def test_what_was_adopted_takes_effect_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It lands with the head that was voted on, and that stays behind: elsewhere nobody could ever merge it."""
    island(monkeypatch)
    place = tmp_path / "game"
    with opened(place, Time()) as game:
        for who in ("ana", "bo"):
            game.act(lambda who=who: game.people.comment(who, 1, "/join"))
        game.act(lambda: game.people.commit("ana", {"rules/island/120-tides.md": LATER}, "Tides"))
        assert game.settle() is not None
        pull = game.act(lambda: game.people.open_pull("bo", "108 Song", SONG)).number
        for who, word in (("bo", "/open"), ("ana", "yay"), ("bo", "yay"), ("bo", "/resolve")):
            game.clock.move(60)
            game.act(lambda who=who, word=word: game.people.comment(who, pull, word))
            assert game.settle() is not None
    cause, remedy = published(place)
    assert f"What was adopted on #{pull} has not taken effect yet" in cause
    assert "Go on at the table" in remedy
    with opened(place, Time()) as game:
        game.clock.move(60)
        game.act(lambda: game.people.comment("ana", 1, '/correct game game over "the end" because we stop'))
    assert published(place) == ("", ""), "what waits for nothing any more keeps no finished game here"
    with opened(place, Time()) as game:
        game.clock.move(60)
        game.act(lambda: game.people.comment("ana", 1, "/correct game game over null because we go on"))
    with opened(place, Time()) as game:
        game.clock.move(60)
        game.act(lambda: game.people.comment("bo", 1, "/tide"))
    assert published(place) == ("", "")
    assert "rules/island/108-song.md" in in_the_copy(place)


def test_who_had_proposed_something_that_was_not_voted_on_yet_is_told_to_propose_it_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere its number is an issue's, in which nobody can open a vote."""
    island(monkeypatch)
    place = tmp_path / "game"
    with opened(place, Time()) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
        game.act(lambda: game.people.open_pull("ana", "108 Song", SONG))
        gone = game.act(lambda: game.people.open_pull("ana", "109 Song", SONG)).number
        game.act(lambda: game.people.close("ana", gone))
    done = CliRunner().invoke(nomic, ["publish", str(place), "ana/meadow"], catch_exceptions=False)
    words = [shlex.split(line) for line in done.output.splitlines() if line.startswith("     gh issue create")]
    assert ["opens a new one here" in each[8] for each in words] == [False, True, False]


def test_a_rescue_under_way_is_over_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    with opened(tmp_path / "game", Time()) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
        pull = game.act(lambda: game.people.open_pull("ana", "Song", SONG)).number
        game.act(lambda: game.people.comment("ana", pull, "/rescue"))
    cause, remedy = published(tmp_path / "game")
    assert f"A rescue is under way on #{pull}," in cause
    assert "close its pull request" in remedy
    with opened(tmp_path / "game", Time()) as game:
        game.clock.move(60)
        game.act(lambda: game.people.close("ana", pull))
    assert published(tmp_path / "game") == ("", "")


def test_what_was_said_last_and_is_not_judged_yet_is_judged_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a kill -9: it was kept, and said to be, and no pass was made."""
    island(monkeypatch)
    with opened(tmp_path / "game", Time()) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
        assert game.settle() is not None
        game.act(lambda: game.people.comment("bo", 1, "/join"))
    assert published(tmp_path / "game") == ("", "")
    assert "state/players/bo.yaml" in in_the_copy(tmp_path / "game")


def test_the_number_of_an_issue_that_was_just_opened_moves_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    with opened(tmp_path / "game", Time()) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
        for _ in range(3):
            game.act(lambda: game.people.comment("ana", 1, "/build"))
    assert published(tmp_path / "game") == ("", "")
    issues = [text for path, text in in_the_copy(tmp_path / "game").items() if path.startswith("state/issues/")]
    assert [canon.read(text)["number"] for text in issues] == [2]
    assert verified(tmp_path / "game") == []


def test_of_a_table_that_was_put_back_older_it_is_said_what_came_back_and_what_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    place = tmp_path / "game"
    with opened(place, Time()) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
        assert game.settle() is not None
    older = (place / "hub.sqlite").read_bytes()
    with opened(place, Time()) as game:
        game.clock.move(60)
        game.act(lambda: game.people.comment("bo", 1, "/join"))
        assert game.settle() is not None
    (place / "hub.sqlite").write_bytes(older)
    done = CliRunner().invoke(nomic, ["publish", str(place), "ana/meadow"], catch_exceptions=False)
    assert done.exit_code == 0 and "is older than the game beside it" in done.stderr
    assert "Say again what was not judged" in done.stderr
    assert "state/players/bo.yaml" in in_the_copy(place)


def test_a_game_in_which_no_pass_can_be_made_stays_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    with opened(tmp_path / "game", Time()) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
    (tmp_path / "game" / "dice-key").write_text("another one, by mistake")
    assert "not the one the game has committed to" in published(tmp_path / "game")[0]


def test_where_the_clock_was_moved_ahead_both_the_host_and_the_table_are_told_when_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    real = int(time.time())
    with opened(tmp_path / "game", Time(real)) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
        game.clock.move(3 * WEEK)
        game.act(lambda: game.people.comment("ana", 1, "/dive"))
        assert game.settle() is not None
    done = CliRunner().invoke(nomic, ["publish", str(tmp_path / "game"), "ana/meadow"], catch_exceptions=False)
    told = re.search(r"it says (\w+ \S+ \S+ \(UTC\)),", done.output)
    assert told is not None, done.output
    with GitRepository(str(tmp_path / "game" / "to-github.git"), tmp_path / "seen") as repository:
        files = dict(snapshot.read(repository, repository.fetch()))
    (words,) = canon.read(files["state/engine.yaml"])["outbox"].values()
    assert f"**{told[1]}**" in words["text"]
    at = canon.read(files["state/engine.yaml"])["position"][0]
    assert when(at, "UTC") == told[1]

    def fished(until: int) -> int:
        plan = fold(dict(files), [], until, lambda id_: b"seed")
        return sum(1 for outcome in plan.outcomes if outcome["id"].startswith("period/"))

    assert fished(real + 2 * WEEK) == 0, "until then nothing falls due"
    assert fished(at + WEEK) == 1, "and from then on it does"


def test_a_game_that_is_being_served_is_ended_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    with opened(tmp_path / "game", Time()):
        found = CliRunner().invoke(nomic, ["publish", str(tmp_path / "game"), "ana/meadow"])
    assert "open in another process" in str(found.exception)
    assert getattr(found.exception, "remedy", "").startswith("End it with Ctrl-C")


def test_the_doctor_advises_nothing_where_the_table_was_ahead_and_the_clock_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    place, now = tmp_path / "meadow", int(time.time())
    with opened(place, Time(now)) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
        game.settle()
        game.move_clock(WEEK)
        game.act(lambda: game.people.comment("bo", 1, "/join"))
        game.settle()
    assert CliRunner().invoke(nomic, ["publish", str(place), "ana/meadow"]).exit_code == 0
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(place / "to-github.git"), str(clone)], check=True)
    seen = CliRunner().invoke(nomic, ["doctor", str(clone)]).output
    assert "game's clock (a hint, nothing is wrong): The table's clock was ahead" in seen
    assert "git log" not in seen
    notes = clone / "state" / "engine.yaml"
    later = {**canon.read(notes.read_text()), "position": [now + 2 * WEEK, 9, ""]}
    notes.write_text(canon.emit(later))
    assert "git log" in CliRunner().invoke(nomic, ["doctor", str(clone)]).output


@pytest.mark.parametrize(
    ("pin", "noted", "version"),
    [
        ("nomic-engine==0.1.0\n", FOLDER, "0.1.0"),
        ("nomic-engine==0.1.0\n", "", ""),
        (
            "nomic-engine==0.1.0\n",
            '{"url": "https://example.invalid/e", "vcs_info": {"vcs": "git", "commit_id": "aaaaaaaa"}}',
            "",
        ),
        ("# nomic-engine==0.1.0\n.\n", FOLDER, ""),
        ("nomic-engine @ https://example.invalid/nomic_engine-0.1.0-py3-none-any.whl#sha256=0123\n", FOLDER, ""),
    ],
    ids=["a folder", "an index", "a repository", "beside the game", "an address"],
)
def test_whoever_installed_the_engine_from_a_folder_is_told_which_version_an_index_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pin: str, noted: str, version: str
) -> None:
    monkeypatch.setattr(shipped, "noted_origin", lambda: noted)
    (tmp_path / beginning.PIN).parent.mkdir()
    (tmp_path / beginning.PIN).write_text(pin)
    who = ["-c", "user.name=ana", "-c", "user.email=ana@example.invalid"]
    for words in (
        ["init", "--quiet", "--initial-branch=main"],
        ["add", "."],
        [*who, "commit", "--quiet", "-m", "A game"],
    ):
        subprocess.run(["git", "-C", str(tmp_path), *words], check=True)
    assert publishing._unreachable(tmp_path) == version
