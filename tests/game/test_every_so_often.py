"""A schedule of every so many days or weeks from a date on, by the clock on the wall."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.calendar import from_stamp, local, next_of
from engine.law.documents.document import parse
from engine.law.documents.problems import LawProblems
from tests.island import failures, rule, with_rules
from tests.shares import tries

CODE = 'def pay():\n    announce("pay day")\n'


def law(entry: str) -> dict[str, str]:
    return with_rules({"120-pay.md": rule(120, "Pay", front=f"schedule:\n  - {{{entry}, run: pay}}\n", code=CODE)})


@pytest.mark.parametrize(
    ("entry", "times"),
    [
        ("every: 2 weeks, from: 2026-01-07 15:00", 2),
        ("every: week, from: 2026-01-07 15:00", 4),
        ("every: 10 days, from: '2026-01-01'", 2),
        ("every: 3 weeks, from: 2025-12-31", 1),
        ("every: 2 weeks, from: 2027-01-01", 0),
    ],
)
def test_it_comes_as_often_as_it_says(entry: str, times: int) -> None:
    case = "when:\n  - {clock: 2026-01-28T15:00:00Z}\nthen: {replies: [nothing]}\n"
    (found,) = failures(case, law(entry))
    assert found.count("pay day") == times


@pytest.mark.parametrize(
    "entry",
    ["every: 2 months, from: 2026-01-01", "every: 0 days, from: 2026-01-01", "every: 2 weeks", "from: 2026-01-01",
     "every: 2 weeks, from: tomorrow", 'every: 2 weeks, from: 2026-01-01, cron: "0 6 * * 1"', "every: 523 weeks, from: 2026-01-01",
     "every: 2 weeks, from: 1999-12-31", "every: 2 weeks, from: 2201-01-01"],
)  # fmt: skip
def test_what_is_no_schedule_is_told(entry: str) -> None:
    with pytest.raises(LawProblems, match="every|from|cron"):
        parse("rules/island/120-pay.md", law(entry)["rules/island/120-pay.md"])


@pytest.mark.parametrize("entry", ["every: 3660 days, from: 2000-01-01", "every: 522 weeks, from: 2200-12-31"])
def test_ten_years_are_not_too_long_and_two_centuries_not_too_far(entry: str) -> None:
    assert parse("rules/island/120-pay.md", law(entry)["rules/island/120-pay.md"]).schedule


@given(st.integers(1, 40), st.integers(0, 10**8), st.sampled_from(["UTC", "Europe/Berlin", "America/New_York"]))
@settings(max_examples=tries(150), deadline=None)
def test_each_time_is_the_next_and_none_is_left_out(days: int, offset: int, zone: str) -> None:
    entry = {"every": f"{days} days", "from": "2026-01-07 02:30"}
    after = from_stamp("2026-01-01T00:00:00Z") + offset
    first = next_of(entry, zone, after)
    assert first is not None and first > after
    second = next_of(entry, zone, first)
    assert second is not None and abs(second - first - days * 86_400) <= 3_600
    assert (local(second, zone).date() - local(first, zone).date()).days == days
    assert next_of(entry, zone, first - 1) == first
