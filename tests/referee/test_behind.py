"""Whether other commits than the known ones are those of a pull request, where git and GitHub do not say the same."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from engine.referee import trouble
from engine.referee.intake import behind
from engine.referee.ports import Unreadable


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
