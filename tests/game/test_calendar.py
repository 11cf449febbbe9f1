"""Moments as dates, and when an entry of a schedule is due next, also where clocks are moved."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import product
from random import Random

import pytest
from cronsim import CronSim, CronSimError

from engine.game import calendar
from engine.game.calendar import fields, from_stamp, next_fire, next_of, stamp
from engine.law.documents import crondays
from engine.law.documents.zones import zone

BERLIN = "Europe/Berlin"


def test_a_moment_has_its_fields_by_the_clock_of_the_zone() -> None:
    assert fields(from_stamp("2026-01-04T23:30:15Z"), BERLIN) == {
        "year": 2026,
        "month": 1,
        "day": 5,
        "hour": 0,
        "minute": 30,
        "second": 15,
        "weekday": 1,
        "yearday": 5,
        "text": "2026-01-05",
    }


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("2026-01-05T12:00:00Z", "2026-01-05T12:00:00Z"),
        ("2026-01-05T12:00:00", "2026-01-05T12:00:00Z"),
        ("2026-01-05T12:00:00+02:00", "2026-01-05T10:00:00Z"),
        ("2026-01-05", "2026-01-05T00:00:00Z"),
    ],
)
def test_a_moment_without_a_zone_is_in_universal_time(text: str, whole: str) -> None:
    assert stamp(from_stamp(text)) == whole


@pytest.mark.parametrize(
    ("cron", "zone", "after", "due"),
    [
        ("0 12 * * *", "UTC", "2026-01-05T11:59:59", "2026-01-05T12:00:00Z"),
        ("0 12 * * *", "UTC", "2026-01-05T12:00:00", "2026-01-06T12:00:00Z"),
        ("0 12 * * 5", "UTC", "2026-01-05T12:00:00", "2026-01-09T12:00:00Z"),
        ("0 12 * * *", BERLIN, "2026-01-05T00:00:00", "2026-01-05T11:00:00Z"),
        ("30 2 * * *", BERLIN, "2026-03-29T00:00:00", "2026-03-29T01:00:00Z"),  # there is no half past two
        ("30 2 * * *", BERLIN, "2026-03-29T01:00:00", "2026-03-30T00:30:00Z"),
        ("30 2 * * *", BERLIN, "2026-10-25T00:00:00", "2026-10-25T00:30:00Z"),  # it is half past two twice
        ("30 2 * * *", BERLIN, "2026-10-25T00:30:00", "2026-10-26T01:30:00Z"),
    ],
)
def test_an_entry_is_due_once_a_day_also_where_clocks_are_moved(cron: str, zone: str, after: str, due: str) -> None:
    found = next_fire(cron, zone, from_stamp(after))
    assert found is not None
    assert stamp(found) == due


@pytest.mark.parametrize("cron", ["0 0 30 2 *", "no cron"])
def test_what_is_never_due_is_not(cron: str) -> None:
    assert next_fire(cron, "UTC", from_stamp("2026-01-05")) is None


@pytest.mark.parametrize(
    ("after", "due"),
    [
        ("2026-01-01T00:00:00", "2026-01-07T15:00:00Z"),
        ("2026-01-07T14:59:59", "2026-01-07T15:00:00Z"),
        ("2026-01-07T15:00:00", "2026-01-21T15:00:00Z"),
        ("2026-02-10T00:00:00", "2026-02-18T15:00:00Z"),
    ],
)
def test_every_so_often_is_counted_from_its_beginning(after: str, due: str) -> None:
    found = next_of({"every": "2 weeks", "from": "2026-01-07 15:00", "run": "pay"}, "UTC", from_stamp(after))
    assert found is not None
    assert stamp(found) == due


def plainly(cron: str, zone_name: str, day: int) -> tuple[int, ...]:
    """What `_fires` finds where the rare is looked for as the frequent is."""
    start = datetime.fromordinal(day - 2).replace(hour=12, tzinfo=zone(zone_name))
    enough, found = int((start + timedelta(days=3)).timestamp()), list[int]()
    try:
        for at in CronSim(cron, start):
            found.append(int(at.timestamp()))
            if found[-1] > enough:
                break
    except CronSimError:
        return ()
    return tuple(found)


DAYS = ["*", "1", "29", "30", "31", "L", "LW", "*/31", "*/7", "29,30", "*/31,L"]
MONTHS = ["*", "2", "2,4", "11"]
WEEKDAYS = ["*", "1", "1#2", "1#5", "7L", "*/7", "0#1"]


@pytest.mark.parametrize("name", ["UTC", BERLIN, "Australia/Lord_Howe"])
def test_what_is_rare_is_found_as_what_is_not(name: str) -> None:
    drawn = Random(name)
    for days, months, weekdays in product(DAYS, MONTHS, WEEKDAYS):
        cron = f"{drawn.randrange(60)} {drawn.choice(['3', '2', '*', '*/6'])} {days} {months} {weekdays}"
        day = date(2026, 1, 1).toordinal() + drawn.randrange(30 * 365)
        assert calendar._fires(cron, name, day) == plainly(cron, name, day), (cron, date.fromordinal(day))


def test_what_is_rare_or_never_comes_is_looked_for_once_for_its_days_and_not_for_each_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[str] = []
    first = crondays._first
    monkeypatch.setattr(crondays, "_first", lambda days, *rest: looked.append(days) or first(days, *rest))
    never, rare = "*/31 5 2#2", "29 2 */7,3"
    for minute in range(60):
        assert next_fire(f"{minute} 3 {never}", "UTC", 0) is None
        assert next_fire(f"{minute} 3 {rare}", "UTC", 0) is not None
    assert looked.count(never) <= 14, "once in each kind of year"
    assert looked.count(rare) <= 15


@pytest.mark.parametrize(
    ("zone", "moved"),
    [
        ("Australia/Lord_Howe", "2026-04-04T15:00:00Z"),  # back by half an hour
        ("Australia/Lord_Howe", "2026-10-03T15:30:00Z"),
        ("Asia/Beirut", "2026-03-28T22:00:00Z"),  # at midnight
        ("Asia/Beirut", "2026-10-24T21:00:00Z"),
        ("America/Havana", "2026-11-01T05:00:00Z"),
        (BERLIN, "2026-03-29T01:00:00Z"),
        (BERLIN, "2026-10-25T01:00:00Z"),
    ],
)
@pytest.mark.parametrize("cron", ["0 */6 * * *", "30 */2 * * *", "0 0 * * *", "59 23 * * 0", "15 0-3 * * *"])
def test_what_is_due_where_clocks_are_moved_does_not_hang_on_when_it_is_asked(cron: str, zone: str, moved: str) -> None:
    """Else a pass that comes between two times would find other times than one that comes after both."""
    at = from_stamp(moved) - 40 * 3_600
    due = next_fire(cron, zone, at)
    while at < from_stamp(moved) + 40 * 3_600:
        assert due is not None
        assert next_fire(cron, zone, at) == due
        at += 900
        if at >= due:
            due = next_fire(cron, zone, due)
