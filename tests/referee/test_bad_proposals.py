"""Pull requests that cannot be voted on: each refused at /open, with its reason and what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.game.owned import Inspected
from engine.game.state import State
from engine.referee.intake import pulls
from engine.referee.ports import TreeEntry
from tests.referee.in_memory import Table
from tests.referee.stage import Stage, game
from tests.shares import share

SONG = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
CASES: dict[str, tuple[dict[str, str | None], str]] = {
    "state is touched": ({"rules/island/108-a.md": SONG, "state/game.yaml": "x: 1\n"}, "files that are not law"),
    "records of proposals are touched": ({"proposals/1.md": "x"}, "files that are not law"),
    "a merge is reverted": (
        {"rules/island/103-fishing.md": None, "state/journal/2026/01/05.yaml": None},
        "revert of a merge",
    ),
    "a rule beside the folders of rules": ({"rules/108-a.md": SONG}, "lie in `rules/island/`: put a rule there"),
    "a rule of another game": ({"rules/atoll/108-a.md": SONG}, "lie in `rules/island/`: put a rule there"),
    "a folder written large": ({"rules/Island/108-a.md": SONG}, "lie in `rules/island/`: put a rule there"),
    "a rule beside the game": ({"song.md": SONG}, "lie in `rules/island/`: put a rule there"),
    "another folder of rules": ({"Rules/island/108-a.md": SONG}, "lie in `rules/island/`: put a rule there"),
    "a rule in a folder of its own": ({"rules/island/sub/108-a.md": SONG}, "directly in the ruleset's folder"),
    "a name with capitals": ({"rules/island/108-Song.md": SONG}, "file name"),
    "two with one number": (
        {"rules/island/108-a.md": SONG, "rules/island/108-b.md": SONG},
        "same number or the same name",
    ),
    "too many files": ({f"rules/island/{n}-s{n}.md": SONG for n in range(200, 233)}, "more than 32 files of the law"),
    "a file too large": ({"rules/island/108-a.md": SONG + "x" * 200_000}, "too large"),
    "ten megabytes": ({"rules/island/108-a.md": SONG + "x" * 10_000_000}, "too large"),
    "a NUL": ({"rules/island/108-a.md": SONG + "\0"}, "not plain text"),
    "a wrong key": ({"rules/island/108-a.md": SONG.replace("by_hand", "byhand")}, "108-a.md:4: unknown key"),
    "an anchor": ({"rules/island/108-a.md": SONG.replace("by_hand: true", "parameters: &a {x: 1}")}, "anchors"),
    "a number in use": ({"rules/island/101-a.md": SONG.replace("next", "101")}, "already that of"),
    "another type for a field": (
        {"rules/island/108-a.md": SONG.replace("by_hand: true", "state: {players: {shells: {type: string}}}")},
        "another type",
    ),
    "code that does not load": ({"rules/island/108-a.md": SONG + "```starlark\nx = y\n```\n"}, "108-a.md:8"),
}


def refusal(stage: Stage, number: int) -> str:
    stage.say("ana", "/open", number)
    stage.run()
    assert f"state/polls/{number}.yaml" not in stage.paths()
    return "\n".join(stage.answers(number))


@pytest.mark.parametrize("name", share(list(CASES), 6))
def test_it_is_refused_with_a_reason(tmp_path: Path, name: str) -> None:
    changes, reason = CASES[name]
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", "A song", changes).number
        assert reason in refusal(stage, number)
        stage.say("ana", "/build")
        stage.run()
        assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}


def test_one_whose_adoption_would_close_an_issue_is_refused(tmp_path: Path) -> None:
    """GitHub closes what a commit on `main` says it closes: the table, or the vote in an issue."""
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", "Fixes #1", {"rules/island/108-song.md": SONG}).number
        assert "would close that with its adoption" in refusal(stage, number)


def test_so_is_one_whose_words_are_in_letters_that_are_read_otherwise(tmp_path: Path) -> None:
    """`Fixes +ACM-1` is `Fixes #1` in UTF-7, which git and whoever shows commits would make of it."""
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", "A song", {"rules/island/108-song.md": SONG}).number
        git, people = stage.hub.git, "author a <a@b> 1 +0000\ncommitter a <a@b> 2 +0000\n"
        head = stage.hub.model.thread(number).pull.head
        text = (
            f"tree {git.run('rev-parse', f'{head}^{{tree}}')}\nparent {head}\n{people}encoding UTF-7\n\nFixes +ACM-1\n"
        )
        made = git.run("hash-object", "-t", "commit", "-w", "--stdin", given=text.encode())
        git.move(f"refs/pull/{number}/head", made)
        stage.hub.model.head_moved(stage.people.join("ana"), number, made)
        assert "another encoding than UTF-8" in refusal(stage, number)
        plain = git.run("hash-object", "-t", "commit", "-w", "--stdin", given=text.replace("UTF-7", "utf-8").encode())
        git.move(f"refs/pull/{number}/head", plain)
        stage.hub.model.head_moved(stage.people.join("ana"), number, plain)
        stage.run()
        stage.say("ana", "/open", number)
        stage.run()
        assert stage.read(f"state/polls/{number}.yaml")["status"] == "open"


@pytest.mark.parametrize("words", [f"Nomic-Entry: {'0' * 64}", f"See #7\n\nNomic-Seal: {'0' * 64}"])
def test_one_with_words_of_the_engines_in_a_commit_is_refused(tmp_path: Path, words: str) -> None:
    """An administrator may have to merge it by hand: then `nomic verify` would look for the engine's deeds in it."""
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", words, {"rules/island/108-song.md": SONG}).number
        assert "a line that the engine alone writes" in refusal(stage, number)


def with_mode(stage: Stage, number: int, mode: str, index: Path) -> None:
    """A commit that gives the file of a pull request this mode."""
    git, env = stage.hub.git, {"GIT_INDEX_FILE": str(index)}
    head = stage.hub.model.thread(number).pull.head
    git.run("read-tree", head, env=env)
    blob = git.run("rev-parse", f"{head}:rules/island/108-a.md")
    git.run("update-index", "--add", "--cacheinfo", f"{mode},{blob},rules/island/108-a.md", env=env)
    names = {f"GIT_{r}_{p}": v for r in ("AUTHOR", "COMMITTER") for p, v in (("NAME", "a"), ("EMAIL", "a@b"))}
    made = git.run("commit-tree", git.run("write-tree", env=env), "-p", head, "-m", "Mode", env=names)
    git.move(f"refs/pull/{number}/head", made)
    stage.hub.model.head_moved(stage.people.join("ana"), number, made)


def test_a_symbolic_link_is_no_rule(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", "A song", {"rules/island/108-a.md": "../../state/engine.yaml"}).number
        with_mode(stage, number, "120000", tmp_path / "index")
        assert "plain files" in refusal(stage, number)


def test_an_executable_is_no_rule_and_it_is_said_how_it_becomes_a_plain_file(tmp_path: Path) -> None:
    """On some disks git takes every file for one, and nobody knew what was wrong with theirs."""
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", "A song", {"rules/island/108-a.md": SONG}).number
        with_mode(stage, number, "100755", tmp_path / "index")
        assert "`git update-index --chmod=-x`" in refusal(stage, number)
        with_mode(stage, number, "100644", tmp_path / "index")
        stage.run()
        stage.say("ana", "/open", number)
        stage.run()
        assert stage.read(f"state/polls/{number}.yaml")["status"] == "open"


def test_one_built_on_another_open_one_is_stacked(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        first = stage.song("ana")
        head = stage.hub.model.thread(first).pull.head
        second = stage.people.open_pull("ana", "More", {"rules/island/109-more.md": SONG}, start=head).number
        assert "another open proposal" in refusal(stage, second)


def test_fifty_one_commits_are_too_many(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", "A song", {"rules/island/108-a.md": SONG}).number
        for place in range(51):
            stage.people.push("ana", number, {"rules/island/108-a.md": f"{SONG}{place}\n"})
        assert "more than 50 commits" in refusal(stage, number)


def test_fifty_commits_are_not() -> None:
    table = Table()
    number = table.island.propose("ana", "A song", {"rules/island/108-a.md": SONG})
    for place in range(49):
        table.island.push("ana", number, {"rules/island/108-a.md": f"{SONG}{place}\n"})
    table.say("ana", "/open", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open"


def test_what_one_commit_touches_and_the_next_puts_back_is_seen(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", "A song", {"rules/island/108-a.md": SONG}).number
        stage.people.push("ana", number, {"state/extra.yaml": "x: 1\n"})
        stage.people.push("ana", number, {"state/extra.yaml": None})
        assert "files that are not law" in refusal(stage, number)


def test_another_base_than_main_is_refused(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", "A song", {"rules/island/108-a.md": SONG}, base="other").number
        assert "another branch than" in refusal(stage, number)


def test_history_of_its_own_is_refused(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", "A song", {"rules/island/108-a.md": SONG}).number
        alone = stage.hub.git.commit([], {"rules/island/108-a.md": SONG}, "Alone", "ana", stage.clock())
        stage.hub.git.move(f"refs/pull/{number}/head", alone)
        stage.hub.model.head_moved(stage.people.join("ana"), number, alone)
        assert "no history" in refusal(stage, number)


def test_a_proposal_that_changes_the_program_is_voted_on_and_left_to_an_administrator(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", "A feature", {"engine/new.py": "x = 1\n"}).number
        stage.say("ana", "/open", number)
        stage.say("ana", "yay", number)
        stage.run()
        stage.say("ana", "/resolve", number)
        stage.run()
        assert stage.read(f"state/polls/{number}.yaml")["status"] == "adopted"
        assert "engine/new.py" not in stage.paths()
        assert any("an administrator must merge" in a for a in stage.answers())


def test_a_strangers_file_that_ends_as_no_reader_of_markdown_expects_stops_no_pass() -> None:
    table = Table()
    text = f"{SONG}See [the landing](101-landing.md).\n\n> - <pre>\n>"
    number = table.island.propose("eve", "A song", {"rules/island/108-a.md": text})
    table.say("bo", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert table.read(f"state/threads/{number}.yaml")["head"]
    assert table.findings() == []


def test_nor_does_one_that_the_engine_itself_fails_at_and_whoever_runs_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, honest = Table(), pulls.inspect

    def fails(*words: object, **more: object) -> Inspected:
        State({"state/game.yaml": "a stranger's words: {}\n"}).ruleset  # noqa: B018
        raise AssertionError

    monkeypatch.setattr(pulls, "inspect", fails)
    number = table.island.propose("ana", "A song", {"rules/island/108-a.md": SONG})
    table.say("ana", "/open", number)
    table.say("bo", "/build")
    report = table.run()
    [told] = [note for note in report.held if "report this" in note]
    place = (
        rf"#{number}: the engine fails at what it changes \(KeyError in engine\.game\.state, line \d+\), report this"
    )
    assert re.fullmatch(place, told)  # the last line of the engine's own, and nothing that somebody may have written
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    answer = table.answers(number)[-1]
    assert "a mistake in the engine" in answer and "Ask whoever runs the game to report it" in answer
    assert "could not be had" not in answer

    monkeypatch.setattr(pulls, "inspect", honest)
    table.say("ana", "/open", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert table.findings() == []


def test_files_with_something_wrong_are_told_in_the_order_of_names_however_the_repository_lists_them() -> None:
    long, secret = "x" * 40, "ghp_" + "Ab3" * 12
    entry = TreeEntry("100755", long, pulls.MOST_TEXT + 1)
    names = [f"rules/island/{number}-{secret}.md" for number in (123, 122)]
    found = pulls._shape(dict.fromkeys(names, (None, entry)), dict.fromkeys(names, 1), "island")
    assert {problem["code"] for problem in found} >= {"mode", "size", "secret"}
    assert all(problem["paths"] == sorted(problem["paths"]) and len(problem["paths"]) == 2 for problem in found)
