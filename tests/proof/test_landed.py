"""An engine of somebody's own, which holds the key, enacts something else than what the pull request said: that stands beside it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.game.owned import Amiss
from engine.referee.intake import pulls
from engine.referee.intake.pulls import Net
from engine.referee.ports import CommitInfo, Repository
from engine.referee.proof import landed
from tests.island import texts
from tests.proof.played import SONGS, Copy, Game

DANCES = SONGS.replace("Songs", "Dances").replace("sing", "dance")
FISHING = "rules/island/103-fishing.md"
SONG, DANCE = "rules/island/108-songs.md", "rules/island/109-dances.md"
Files = dict[str, list[str | None]]


def adopted(folder: Path) -> Copy:
    """A proposal of two rules, which everybody says yay to."""
    game = Game(folder)
    with game.hub:
        for who in ("ana", "bo"):
            game.say(who, "/join")
        game.run()
        number = game.propose("ana", "Songs", {SONG: SONGS, DANCE: DANCES})
        for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
            game.say(who, text, number)
        game.run()
    return Copy(folder)


@pytest.mark.parametrize(
    ("said", "is_so"),
    [
        ({SONG: [None, SONGS.replace("We sing", "We pay eve")], DANCE: [None, DANCES]}, False),
        ({SONG: [None, SONGS]}, False),
        ({SONG: [None, SONGS], DANCE: [None, DANCES], FISHING: [texts()[FISHING], None]}, False),
        ({SONG: [SONGS, SONGS], DANCE: [None, DANCES]}, False),
        ({SONG: [None, SONGS], DANCE: [None, DANCES]}, True),
    ],
    ids=["other words", "a rule left out", "a rule repealed besides", "nothing new", "what it says"],
)
def test_what_is_enacted_is_what_the_merged_commits_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Files, is_so: bool
) -> None:
    def told(repository: Repository, net: Net) -> tuple[Files, list[Amiss]]:
        return said, []

    with monkeypatch.context() as patch:
        patch.setattr(pulls, "_texts", told)
        game = adopted(tmp_path)
    merge = next(c for c in game.commits() if " " in game.git.run("log", "-1", "--format=%P", c))
    head = game.git.run("log", "-1", "--format=%P", merge).split()[1]
    found = game.findings()
    assert len(found) == (not is_so)
    assert all(f.startswith(f"commit {merge[:10]}: merges {head[:10]}, which holds the change ") for f in found)


def test_what_was_merged_left_main_somewhere(tmp_path: Path) -> None:
    """Who makes history anew from its beginning cannot make the commits of a proposal anew, which people have seen."""
    game = adopted(tmp_path)
    new = game.rewrite(
        lambda commit, files: {}, first=game.commits()[0], message=lambda commit, text: f"Anew\n\n{text}"
    )
    merge = next(old for old in new if " " in game.git.run("log", "-1", "--format=%P", old))
    head = game.git.run("log", "-1", "--format=%P", merge).split()[1]
    assert any(f"merges {head[:10]}, which left main nowhere" in found for found in game.findings())


@pytest.mark.parametrize(("place", "before"), [(0, "m0"), (1, "m0"), (2, "m1"), (4, "m1"), (5, "m8")])
def test_a_head_was_read_over_the_commit_before_the_one_that_holds_its_entry(place: int, before: str) -> None:
    """A segment's entries are held by the commit of its last; what no commit holds yet is read over the newest."""

    def commit(parent: str) -> CommitInfo:
        return CommitInfo("c", (parent, "merged"), "t", 0, "", "")

    ends = {"before any": commit("m7"), "first": commit("m0"), "second": commit("m1")}
    history: Any = SimpleNamespace(ends=ends, commits=[commit("m0"), commit("m8")])
    chain: Any = SimpleNamespace(place_of={"first": 1, "second": 4})
    assert landed._read_at(history, chain, place) == before
