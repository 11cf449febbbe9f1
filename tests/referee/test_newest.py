"""Of a long game the last two hundred commits are looked at first, and the others only by whoever goes on."""

from __future__ import annotations

from itertools import islice
from typing import Any, cast

import pytest

from engine.referee.commits import newest
from engine.referee.ports import Repository


class Long:
    """A main of so many commits; `asked` is how many were asked for, each time."""

    def __init__(self, many: int) -> None:
        self.many, self.asked = many, list[int]()

    def first_parents(self, main: str, most: int) -> list[Any]:
        self.asked.append(most)
        return [*range(min(self.many, most))]


@pytest.mark.parametrize(
    ("many", "lengths", "asked"), [(1, [1], [200]), (199, [199], [200]), (201, [200, 201], [200, 1_000_000])]
)
def test_all_are_asked_for_where_there_may_be_more_and_nobody_has_found_what_is_looked_for(
    many: int, lengths: list[int], asked: list[int]
) -> None:
    game = Long(many)
    assert [len(line) for line in newest.lines(cast("Repository", game), "main")] == lengths
    assert game.asked == asked


def test_who_has_found_it_asks_for_no_more() -> None:
    game = Long(5_000)
    assert [len(line) for line in islice(newest.lines(cast("Repository", game), "main"), 1)] == [200]
    assert game.asked == [200]
