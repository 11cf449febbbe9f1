"""In which order wishes are fulfilled."""

from __future__ import annotations

from itertools import groupby

from engine.referee.answering.wish_order import kind, turn

KINDS = ("odd", "issue", "table", "assign", "close", "labels", "status", "held", "closing", "verdict", "reply", "twin")


def test_answers_come_first_boards_next_and_what_may_be_much_last() -> None:
    """A pass may end at any of them: whoever waits for an answer has it before a label is set."""
    keys = sorted((f"{each}/{number}" for each in KINDS for number in (8, 12)), key=turn)
    assert [{kind(key) for key in same} for _, same in groupby(keys, key=lambda key: turn(key)[0])] == [
        {"twin", "reply", "verdict", "closing", "held"},
        {"status"},
        {"labels", "close"},
        {"assign"},
        {"table"},
        {"issue"},
        {"odd"},
    ]
    assert [key for key in keys if kind(key) == "status"] == ["status/12", "status/8"]
