"""What is settled in a thread by something without a date is settled by all that was said there, and by nothing later."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.happening import Happening
from engine.referee.intake.inbox import Reading

CHECKS: Any = {"kind": "checks", "thread": 2, "time": 90, "seen_at": 200}


def of(kind: str, time: int, thread: int = 2, text: str = "") -> Happening:
    happening: Any = {"kind": kind, "time": time, "thread": thread, "text": text}
    return happening


def test_it_is_settled_a_second_after_all_that_was_newly_done_there() -> None:
    reading = Reading(inbox=[of("said", 100), of("edited", 110), of("said", 150, thread=3), of("timer", 160)], until=50)
    assert reading.settled_at(2) == 111
    assert reading.settled_at(4) == 50


def test_or_a_second_before_the_first_command_that_may_ask_for_the_verdict() -> None:
    reading = Reading(
        inbox=[of("said", 100, text=" /resolve"), of("said", 90, text="/resolve"), of("said", 80)], until=50
    )
    assert reading.settled_at(2) == 89


@pytest.mark.parametrize(("seen_at", "found"), [(111, [(111, "checks")]), (110, [])])
def test_what_decided_at_once_is_put_behind_what_was_said_to_the_time_it_was_read_at(
    seen_at: int, found: list[tuple[int, str]]
) -> None:
    reading = Reading(inbox=[CHECKS | {"seen_at": seen_at}, of("said", 110)])
    assert reading.put_behind({"2": 90}, 0)
    assert [(h["time"], h["kind"]) for h in reading.inbox] == [(110, "said"), *found]
    assert not reading.put_behind({"2": 111}, 0), "nothing was said after it"


@pytest.mark.parametrize("decided_at", [{}, {"2": 91}, {"3": 90}])
def test_what_decided_nothing_stays_where_it_is(decided_at: dict[str, int]) -> None:
    reading = Reading(inbox=[CHECKS, of("said", 110)])
    assert not reading.put_behind(decided_at, 0)
    assert reading.inbox[0] == CHECKS
