"""Votes in words: yay and nay first, the rest by name."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.replies.counts import votes


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({}, "no votes"),
        ({"zebra": 1, "apple": 2, "nay": 3, "yay": 4}, "4 yay, 3 nay, 2 apple, 1 zebra"),
        ({"apple": 1, "nay": 2}, "2 nay, 1 apple"),
        ({"`": 1}, "1 `'`"),
    ],
)
def test_votes_are_told_in_one_order_whoever_voted_first(choices: dict[str, int], words: str) -> None:
    count: Any = {"choices": choices}
    assert votes(count) == words
