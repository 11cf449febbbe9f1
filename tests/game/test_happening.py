"""In which order is judged what happened in one second: by what it is, then by who is older."""

from __future__ import annotations

from itertools import groupby
from typing import Any, cast

import pytest

from engine.game.entries import Happening
from engine.game.happening import RANKS, position


def at_once(kind: str, id_: str = "x/1", **more: Any) -> Happening:
    return cast("Happening", {"id": id_, "kind": kind, "time": 5, **more})


def test_what_was_done_to_the_game_comes_before_the_clock_that_before_people_and_what_the_forge_shows_comes_last() -> (
    None
):
    """A journal is judged again in this order for as long as there is the game."""
    kinds = sorted(RANKS, key=lambda kind: position(at_once(kind)))
    assert [set(same) for _, same in groupby(kinds, key=lambda kind: position(at_once(kind)))] == [
        {"administered", "upgraded", "rotated", "moved", "redacted"},
        {"period"},
        {"timer", "rescue", "resumed", "lapsed"},
        {"opened"},
        {"head", "thread", "checks", "unmergeable", "unread"},
        {"said"},
        {"edited"},
        {"deleted"},
        {"observed", "delivered", "twice"},
    ]


@pytest.mark.parametrize(("first", "second"), [("comment/9", "comment/10"), ("comment/9/3", "comment/9/20")])
def test_of_two_of_a_kind_that_of_the_lower_number_comes_first(first: str, second: str) -> None:
    assert position(at_once("said", first)) < position(at_once("said", second))


def test_where_an_order_is_given_the_id_does_not_matter() -> None:
    assert position(at_once("period", "period/b", order="1")) < position(at_once("period", "period/a", order="2"))
