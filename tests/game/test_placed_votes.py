"""A vote that is read late stands where its time puts it among the others."""

from __future__ import annotations

import pytest

from engine.game.owned import Ballot
from engine.game.proposals.tally import placed


def ballot(comment: int, at: int, *, edited: bool = False) -> Ballot:
    return {
        "voter": f"p{comment}",
        "choice": "yay",
        "first": at,
        "at": at,
        "comment": comment,
        "edited": edited,
        "deleted": False,
        "weight": 1,
    }


@pytest.mark.parametrize(
    ("there", "late", "order"),
    [
        ([ballot(5, 10), ballot(7, 20)], ballot(6, 15), [5, 6, 7]),
        ([ballot(5, 10), ballot(7, 10)], ballot(6, 10), [5, 6, 7]),
        ([ballot(5, 10, edited=True)], ballot(4, 10), [5, 4]),
        ([ballot(5, 10)], ballot(4, 10, edited=True), [5, 4]),
        ([ballot(9, 10)], ballot(4, 20), [9, 4]),
        ([], ballot(4, 20), [4]),
    ],
)
def test_the_older_one_comes_first_and_of_one_second_the_comment_written_first(
    there: list[Ballot], late: Ballot, order: list[int]
) -> None:
    assert [each["comment"] for each in placed(late, there)] == order
