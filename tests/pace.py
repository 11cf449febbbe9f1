"""How long something takes, of the processor, and how slow this machine is at this moment.

A limit that holds on one machine says nothing on another: limits are those of a machine on which the yardstick takes
`YARD`, and what a test allows in seconds is allowed `slowness()` times. And whatever else the machine does meanwhile only
adds to what a thing takes: so the least of some tries counts.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from typing import TypeVar

from engine.referee.judging import limits
from engine.referee.judging.forked import spent

T = TypeVar("T")
YARD = 0.09  # seconds of the processor, on the machine that the limits were measured on while it was at rest
TRIES = 3
_RECORD = {"name": "Ur", "player": "ana", "farms": 3, "people": [1, 2, 3, 4], "at": "2026-01-05T12:00:00Z"}


def of_all() -> float:
    """Seconds of the processor, of this process, of those it has ended, and of what was judged in a fork."""
    return sum(os.times()[:4]) + spent()[0]


def within(
    seconds: float, act: Callable[[], T], clock: Callable[[], float] = time.process_time, tries: int = TRIES
) -> T:
    """What `act` gives. AssertionError if it takes more than `seconds` each time: once is all for what remembers its answer."""
    took: list[float] = []
    while len(took) < tries:
        begin = clock()
        given = act()
        took.append(clock() - begin)
        if took[-1] < seconds or took[-1] < seconds * slowness():
            return given
    raise AssertionError(f"{seconds} seconds of the processor are allowed, and it took {took}")


def slowness() -> float:
    """At least 1: a quick machine is held to the same limits.

    By the slower of two: some machines are slow at loops of Python alone, which is what the judge measures them by.
    """
    return max(1.0, limits.slowness(), min(_yardstick() for _ in range(3)) / YARD)


def _yardstick() -> float:
    begin = time.process_time()
    for number in range(6_000):
        text = json.dumps({**_RECORD, "farms": number}, sort_keys=True)
        sorted(json.loads(text).items(), key=str)
    return time.process_time() - begin
