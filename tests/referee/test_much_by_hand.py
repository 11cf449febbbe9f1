"""More by hand than anybody would read: many commits, and trees that name more files than memory holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.forge import copying as forge
from engine.game.plan import Limits
from engine.hub.git_http import Git
from engine.referee.commits import administered
from engine.store import journal
from tests.begun import START
from tests.in_process import InProcessJudge
from tests.referee.in_memory import Table
from tests.referee.stage import Stage, game
from tests.shares import share_of_table
from tests.storms.island import GAME, KEY

FISHING = "rules/island/103-fishing.md"
WHEN = START + 3_600


def by_hand(table: Table, count: int) -> list[str]:
    text = table.island.files()[FISHING]
    return [table.by_hand({FISHING: f"{text}\nRemark {place}.\n"}) for place in range(count)]


def named(table: Table) -> list[str]:
    days = [text for path, text in table.island.files().items() if path.startswith("state/journal/")]
    return [str(e["commit"]) for day in days for e in journal.entries(day) if e["kind"] == "administered"]


def test_of_many_commits_by_hand_the_oldest_are_judged_apart_and_the_others_as_one() -> None:
    table = Table()
    made = by_hand(table, administered.APART + 20)
    table.say("ana", "/build")
    table.run()
    assert named(table) == [*made[: administered.APART - 1], made[-1]]
    assert table.island.files()[FISHING].endswith(f"Remark {administered.APART + 19}.\n")
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert table.findings() == []


def test_more_by_hand_than_one_plan_holds_is_judged_as_one_and_the_game_goes_on() -> None:
    table = Table()
    made = by_hand(table, 30)
    table.say("ana", "/build")
    table.run(InProcessJudge(KEY, GAME, Limits(examples=False, written=60_000)))
    found = named(table)
    assert 1 < len(found) < 30
    assert found == [*made[: len(found) - 1], made[-1]]
    assert table.island.files()[FISHING].endswith("Remark 29.\n")
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert table.findings() == []


@pytest.mark.parametrize("path", [FISHING, "docs/notes.md"])
def test_however_many_commits_by_hand_there_are_they_are_brought_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    asked: list[str] = []

    def counted(arguments: list[str], *more: object, **named: object) -> object:
        asked.append(str(arguments[0]))
        return run(arguments, *more, **named)  # type: ignore[arg-type]

    run = forge.run
    with game(tmp_path, "ana") as stage:
        text = (stage.hub.git.file("main", FISHING) or "") + "\n"
        for place in range(12):
            stage.by_hand({path: f"{text}\nRemark {place}.\n"})
        main = stage.repository.fetch()
        monkeypatch.setattr(forge, "run", counted)
        found = administered.since_last(stage.repository, main, [b"key"])
    assert len(found.happenings) == (12 if path == FISHING else 0)
    assert asked.count("fetch") <= 2
    assert len(asked) < 15


def test_where_commits_by_hand_touch_very_much_what_is_left_of_them_is_judged_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(administered, "IN_ALL", 30)
    with game(tmp_path, "ana", "bo") as stage:
        text = (stage.hub.git.file("main", FISHING) or "") + "\n"
        for place in range(20):
            notes: dict[str, str | None] = {f"rules/zz/{n}.txt": f"{place}\n" if place < 19 else None for n in range(5)}
            stage.by_hand({FISHING: f"{text}\nRemark {place}.\n", **notes})
        made = stage.hub.git.run("rev-list", "--first-parent", "--reverse", "main").split()[-20:]
        stage.say("ana", "/build")
        done = [o["id"].removeprefix("commit/") for o in stage.run().outcomes if o["id"].startswith("commit/")]
        assert 1 < len(done) < 10
        assert done == [*made[: len(done) - 1], made[-1]]
        assert (stage.hub.git.file("main", FISHING) or "").endswith("Remark 19.")
        assert not any(path.startswith("rules/zz/") for path in stage.paths())
        assert stage.findings() == []


def test_the_bound_of_one_commit_by_hand_is_that_of_what_is_left_of_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(administered, "IN_ALL", 9)
    monkeypatch.setattr(administered, "MOST_TOUCHED", 6)
    with game(tmp_path, "ana", "bo") as stage:
        for place in range(8):
            stage.by_hand({f"rules/zz/{place}-{n}.txt": "x\n" for n in range(3)})
        stage.say("ana", "/build")
        report = stage.run()
        done = [o["is"] for o in report.outcomes if o["id"].startswith("commit/")]
        assert done == ["done"] * len(done) and 1 < len(done) < 8
        assert any("more is touched in it than can be read" in note for note in report.held)
        kept = {path for path in stage.paths() if path.startswith("rules/zz/")}
        assert kept == {f"rules/zz/{place}-{n}.txt" for place in range(len(done) - 1) for n in range(3)}
        assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}
        assert stage.findings() == []


def tree(git: Git, entries: list[tuple[str, str, str]]) -> str:
    raw = b"".join(f"{mode} {name}".encode() + b"\0" + bytes.fromhex(sha) for mode, name, sha in entries)
    return str(git.run("hash-object", "-t", "tree", "-w", "--stdin", "--literally", given=raw))


def bomb(git: Git) -> str:
    """Ten million files in eight objects."""
    blob = git.run("hash-object", "-w", "--stdin", given=b"x\n")
    made = tree(git, [("100644", f"f{place}", blob) for place in range(10)])
    for _ in range(6):
        made = tree(git, [("40000", f"d{place}", made) for place in range(10)])
    return made


def with_bomb(git: Git, of: str, place: str) -> str:
    """The tree of a commit with a bomb in it, at the top or in a folder."""
    top, _, name = place.rpartition("/")
    made = tree(git, ordered([*listed(git, f"{of}:{top}"), ("40000", name, bomb(git))]))
    return tree(git, [(m, n, made if n == top else sha) for m, n, sha in listed(git, of)]) if top else made


def listed(git: Git, of: str) -> list[tuple[str, str, str]]:
    """(mode, name, id) of what stands in a tree."""
    lines = [line.split() for line in git.run("ls-tree", of).splitlines()]
    return [(mode.lstrip("0"), name, sha) for mode, _, sha, name in lines]


def ordered(entries: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    return sorted(entries, key=lambda entry: entry[1] + "/" * (entry[0] == "40000"))


def push_bomb(stage: Stage, place: str, *, back: bool) -> None:
    git = stage.hub.git
    main = git.head() or ""
    whole = git.run("rev-parse", f"{main}^{{tree}}")
    tip = main
    for each in (with_bomb(git, main, place), whole) if back else (with_bomb(git, main, place),):
        lines = [
            f"tree {each}",
            f"parent {tip}",
            *(f"{who} o <o@x> {stage.clock.now} +0000" for who in ("author", "committer")),
        ]
        tip = str(
            git.run("hash-object", "-t", "commit", "-w", "--stdin", given=("\n".join(lines) + "\n\nx\n").encode())
        )
    git.move("refs/heads/main", tip)
    stage.hub.model.pushed("main", tip, git.reaches, stage.people._id("owner"))


@pytest.mark.parametrize(
    ("place", "back"), share_of_table([[(place, back) for back in (True, False)] for place in ("zz", "rules/zz")], 2)
)
def test_a_tree_with_more_files_than_memory_holds_is_put_back_and_stops_no_pass(
    tmp_path: Path, place: str, back: bool
) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        push_bomb(stage, place, back=back)
        stage.say("ana", "/build")
        report = stage.run()
        assert [o["is"] for o in report.outcomes if o["id"].startswith("commit/")] == ["done"] * (place != "zz") * (
            1 + back
        )
        assert any("more is touched in it than can be read" in note for note in report.held) == (place != "zz")
        assert stage.hub.git.run("ls-tree", "main", "rules/zz") == ""
        assert "rule: 103" in (stage.hub.git.file("main", FISHING) or "")
        stage.say("bo", "/build")
        stage.elsewhere()
        stage.run()
        assert (stage.hub.git.file("main", "state/huts.yaml") or "").count("size: 1") == 2
