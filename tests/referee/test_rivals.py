"""Which of two pull requests with one commit had it first: nobody has what could not be read, or was held against it then."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.game.state import State
from engine.referee.intake.rivals import WITH_OTHERS, Rivals
from engine.store import canon
from engine.store.layout import change_path

MINE, THEIRS = 5, 6


def precedes(problems: list[str]) -> bool:
    """Whether #6 had first what is its head by now, where #5 was read with that commit and these problems."""
    change = {"files": {}, "paths": [], "problems": [{"code": code} for code in problems]}
    mine, theirs = {"head": "b", "change": "x", "state": "open"}, {"head": "a", "state": "open"}
    files = {f"state/threads/{MINE}.yaml": canon.emit(mine), f"state/threads/{THEIRS}.yaml": canon.emit(theirs)}
    there: Any = SimpleNamespace(again=lambda number, head: True, is_ancestor=lambda one, other: True)
    state = State(files | {change_path("x"): canon.emit(change)})
    return Rivals(state, there, there, {THEIRS: "a"}, {}).precedes(MINE, THEIRS)


@pytest.mark.parametrize("code", [*WITH_OTHERS, "size", "unreadable", "failing"])
def test_what_was_read_so_was_not_had_before(code: str) -> None:
    assert precedes([code])


@pytest.mark.parametrize("codes", [[], ["base"], ["files"]])
def test_whatever_else_is_amiss_it_was(codes: list[str]) -> None:
    assert not precedes(codes)
