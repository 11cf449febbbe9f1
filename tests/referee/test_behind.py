"""Git is a replica that is behind now and then: nothing is decided by commits of which GitHub tells others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from engine.referee import trouble
from engine.referee.intake import behind
from engine.referee.ports import Gone, Unreachable, Unreadable
from engine.referee.trouble import PATIENCE
from tests.referee.in_memory import Table
from tests.storms.memory import MemoryRepository

PATH = "rules/island/900-song.md"
Patch = pytest.MonkeyPatch


def song(text: str) -> dict[str, str]:
    return {PATH: f"---\nrule: next\ntitle: Song\nby_hand: true\n---\n{text}\n"}


def opened() -> tuple[Table, int]:
    table = Table()
    number = table.island.propose("ana", "Song", song("We sing."))
    table.say("ana", "/open", number)
    table.run()
    return table, number


def louder(table: Table, number: int) -> tuple[str, str]:
    """The head of before, and the one that is pushed now."""
    before = table.island.store.heads[number]
    table.wait()
    table.island.push("ana", number, song(f"We sing loudly, and that since {table.island.clock.now}."))
    return before, table.island.store.heads[number]


def voted(table: Table, number: int) -> None:
    for who in ("ana", "bo"):
        table.say(who, "yay", number)
    table.say("ana", "/resolve", number)


def listing(patch: Patch, number: int, head: str | None) -> None:
    """What git lists has this head of the pull request, or none."""
    real = MemoryRepository.pull_heads

    def heads(self: MemoryRepository) -> dict[int, str]:
        found = {n: h for n, h in real(self).items() if n != number}
        return found if head is None else {**found, number: head}

    patch.setattr(MemoryRepository, "pull_heads", heads)


def delivering(patch: Patch, may: Callable[[str], bool]) -> None:
    """Only such heads can be fetched."""
    real = MemoryRepository.fetch_pull

    def fetch(self: MemoryRepository, number: int, head: str) -> None:
        if not may(head):
            raise Gone("couldn't find remote ref")
        real(self, number, head)

    patch.setattr(MemoryRepository, "fetch_pull", fetch)


def poll_of(table: Table, number: int) -> Any:
    return table.read(f"state/polls/{number}.yaml")


def one_pass(table: Table) -> None:
    """It may end without having decided anything."""
    try:
        table.run()
    except Unreachable:
        return


def adopts_none(table: Table, number: int, lasts: int) -> None:
    """A pass while git is behind, and one so many seconds later: it decides nothing there, and all else goes on."""
    one_pass(table)
    if lasts:
        table.wait(lasts)
        table.say("bo", "/build")
        one_pass(table)
        assert "bo" in table.island.files().get("state/huts.yaml", "")
    assert poll_of(table, number)["status"] == "open"


def is_to_be_voted_on_anew(table: Table, number: int) -> None:
    table.run()
    table.run()
    assert (poll_of(table, number)["status"], poll_of(table, number)["ballots"]) == ("open", [])
    assert table.findings() == []


@pytest.mark.parametrize("listed", ["older", "none"])
@pytest.mark.parametrize("lasts", [0, PATIENCE])
def test_votes_given_to_commits_that_git_does_not_list_yet_adopt_none(
    monkeypatch: Patch, listed: str, lasts: int
) -> None:
    table, number = opened()
    before, _ = louder(table, number)
    voted(table, number)
    with monkeypatch.context() as patch:
        listing(patch, number, before if listed == "older" else None)
        adopts_none(table, number, lasts)
    is_to_be_voted_on_anew(table, number)


@pytest.mark.parametrize("lasts", [0, PATIENCE])
@pytest.mark.parametrize("above", [True, False], ids=["above the one known", "below it"])
def test_nor_do_votes_for_commits_that_git_lists_and_does_not_deliver(
    monkeypatch: Patch, lasts: int, above: bool
) -> None:
    """Whichever of the two ids comes first in the alphabet."""
    table, number = opened()
    known, new = louder(table, number)
    while (new > known) is not above:
        _, new = louder(table, number)
    voted(table, number)
    with monkeypatch.context() as patch:
        delivering(patch, lambda head: head != new)
        adopts_none(table, number, lasts)
    is_to_be_voted_on_anew(table, number)


def test_one_list_with_commits_of_before_takes_no_vote(monkeypatch: Patch) -> None:
    table, number = opened()
    before, new = louder(table, number)
    table.run()
    table.say("bo", "yay", number)
    table.run()
    table.say("ana", "hm", number)
    with monkeypatch.context() as patch:
        listing(patch, number, before)
        one_pass(table)
    table.run()
    assert [ballot["voter"] for ballot in poll_of(table, number)["ballots"]] == ["bo"]
    assert table.read(f"state/threads/{number}.yaml")["head"] == new
    assert table.findings() == []


def test_commits_that_are_taken_back_indeed_void_what_was_given_to_them() -> None:
    """Git and GitHub both show the very head of before."""
    table, number = opened()
    before, _ = louder(table, number)
    table.run()
    table.say("bo", "yay", number)
    table.run()
    table.wait()
    table.island.store.heads[number] = before
    table.island.model.head_moved(table.island.id("ana"), number, before)
    table.run()
    assert poll_of(table, number)["ballots"] == []
    assert table.read(f"state/threads/{number}.yaml")["head"] == before
    assert table.findings() == []


def test_what_was_voted_on_and_cannot_be_fetched_for_a_moment_lands_in_the_next_pass(monkeypatch: Patch) -> None:
    table, number = opened()
    voted(table, number)
    with monkeypatch.context() as patch:
        delivering(patch, lambda head: False)
        one_pass(table)
        assert poll_of(table, number)["status"] == "open"
    table.run()
    assert poll_of(table, number)["status"] == "adopted"
    assert any("We sing." in text for path, text in table.island.files().items() if path.startswith("rules/island/"))
    assert table.findings() == []


@dataclass
class Looking:
    """`gone`: whether GitHub has no such pull request any more."""

    hidden: set[str] = field(default_factory=set)
    gone: bool = False
    forge: None = None


def doubted(
    looking: Looking, patch: pytest.MonkeyPatch, *, shown: str | None, head: str = "git's", seen_before: bool = False
) -> bool:
    """Whether it waits; `shown` is the head that GitHub names, where it shows the pull request."""
    patch.setattr(trouble, "is_gone", lambda forge, number: looking.gone)
    pull: Any = None if shown is None else SimpleNamespace(head=shown)
    try:
        behind.must_be_sure(looking, 5, pull, "known", head, seen_before=seen_before)  # type: ignore[arg-type]
    except Unreadable:
        assert looking.hidden == {head}
        return True
    return False


def test_commits_that_git_names_and_does_not_deliver_are_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looking = Looking()
    assert doubted(looking, monkeypatch, shown=None)
    assert not doubted(looking, monkeypatch, shown=None)


def test_those_that_are_known_and_those_of_what_is_gone_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not doubted(Looking(), monkeypatch, shown=None, head="known")
    assert not doubted(Looking(gone=True), monkeypatch, shown=None)


def test_older_ones_that_git_shows_are_not_taken_for_pushed_where_the_forge_names_those_that_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert doubted(Looking(), monkeypatch, shown="known", seen_before=True)
    assert not doubted(Looking(), monkeypatch, shown="known")
    assert not doubted(Looking(), monkeypatch, shown="git's", seen_before=True)
    assert not doubted(Looking(), monkeypatch, shown="known", head="known", seen_before=True)
