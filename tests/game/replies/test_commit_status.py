"""The line beside the head of a pull request: GitHub takes so many characters of it, and refuses it with more."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.replies import board


def described(choice: str) -> str:
    count: Any = {"choices": {choice: 1}, "electorate": 3, "cast": 1, "voters": 1}
    poll: Any = {"status": "open"}
    return board.commit_status(poll, board.Standing(count))[1]


@pytest.mark.parametrize("more", [0, 1])
def test_it_has_a_hundred_and_forty_characters_at_most(more: int) -> None:
    around = len(described("v")) - 1
    text = described("v" * (140 - around + more))
    assert len(text) == 140 and text.endswith("…") == bool(more)
