"""A day of the week that there is not is told of: what waits for it would wait for ever."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import days
from engine.law.rulebook import read
from tests.island import rule


def told(condition: str) -> list[str]:
    law = {
        "rules/x/120-sundays.md": rule(
            120, "Sundays", code=f"def f(given):\n    day = date(now())\n    return {condition}\n"
        )
    }
    return [f"{p.line} {p.message}" for p in days.warnings(read("x", law, new_host(), FIELDS)[0])]


@pytest.mark.parametrize(("value", "shown"), [("0", "0"), ("8", "8"), ('"Sunday"', "'Sunday'")])
def test_a_day_that_no_week_has_is_told_of(value: str, shown: str) -> None:
    said = f"10 `weekday` is never {shown}: it is a whole number from 1 to 7, where 1 is Monday"
    assert told(f'day["weekday"] == {value}') == [said]
    assert told(f'date(now())["weekday"] != {value}') == [said]


@pytest.mark.parametrize(
    "condition", ['day["weekday"] == 7', 'day["hour"] == 0', 'given["weekday"] == 0', 'day["text"] == "0"']
)
def test_of_what_may_be_nothing_is_said(condition: str) -> None:
    assert told(condition) == []
