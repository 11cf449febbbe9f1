"""Limits in seconds: what is slow each time is found, and what was slow by chance is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import pace
from tests.pace import TRIES, within

LONG = 1e9  # seconds, which no machine is slow enough for


def clock_of(*took: float) -> Callable[[], float]:
    """A clock by which the first try takes the first of these seconds, and so on."""
    read = [sum(took[: at + over]) for at in range(len(took)) for over in (0, 1)]
    return lambda: read.pop(0)


def test_what_is_slow_each_time_is_found() -> None:
    with pytest.raises(AssertionError, match="0.5 seconds of the processor are allowed"):
        within(0.5, lambda: 7, clock_of(*[LONG] * TRIES))


def test_what_was_slow_by_chance_is_not() -> None:
    assert within(0.5, lambda: 7, clock_of(LONG, 0.1)) == 7


def test_what_remembers_its_answer_has_one_try() -> None:
    with pytest.raises(AssertionError):
        within(0.5, lambda: 7, clock_of(LONG, 0.1), tries=1)


def test_a_slow_machine_is_allowed_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "slowness", lambda: 3.0)
    assert within(0.5, lambda: 7, clock_of(1.2), tries=1) == 7
