"""Which days a cron entry names, found by the calendar: to look for a rare one hour by hour takes milliseconds, and each pass does."""

from calendar import isleap, monthrange
from datetime import MAXYEAR, UTC, date, datetime
from functools import lru_cache
from typing import Final

from cronsim import CronSim

MOST_KEPT: Final = 32_768  # that are known at a time
AHEAD: Final = 50  # years; what comes on the 29th of February, and on one day of the week, comes once in forty at most
# A year is known by the day it begins with and by whether it is a leap year: here is each of the fourteen once.
_YEARS: Final = tuple({(date(y, 1, 1).weekday(), isleap(y)): y for y in range(2000, 2028)}.values())


def days_of(cron: str) -> str:
    """The day, month and weekday of a cron entry, which say on which days it comes."""
    return " ".join(cron.split()[2:])


@lru_cache(maxsize=MOST_KEPT)
def ever(days: str) -> bool:
    """Whether there is such a day at all. Raises CronSimError if these are none."""
    return any(_first(days, year, 1, year) is not None for year in _YEARS)


def next_day(days: str, start: int) -> int | None:
    """The first such day from `start` on, as ordinals; None if there is none in fifty years. Raises CronSimError."""
    return _next_day(days, start) if ever(days) else None


@lru_cache(maxsize=MOST_KEPT)
def _next_day(days: str, start: int) -> int | None:
    begun = date.fromordinal(start)
    return _first(days, begun.year, start, min(begun.year + AHEAD, MAXYEAR))


def _first(days: str, year: int, start: int, last: int) -> int | None:
    known = _known(days)
    for y in range(year, last + 1):
        for month in sorted(known.months):
            for day in _candidates(known, monthrange(y, month)[1]):
                found = date(y, month, day)
                if found.toordinal() >= start and known.match_day(found):
                    return found.toordinal()
    return None


def _candidates(known: CronSim, longest: int) -> list[int]:
    """The days of a month so long that may be meant."""
    if not known.day_and:
        return list(range(1, longest + 1))
    counted = min(known.days) < 0  # from the end of the month: its last day, or the last that is no Saturday or Sunday
    named = known.days.union(range(26, 32)) if counted else known.days
    return sorted(day for day in named if 0 < day <= longest)


@lru_cache(maxsize=MOST_KEPT)
def _known(days: str) -> CronSim:
    return CronSim(f"0 0 {days}", datetime(2026, 1, 1, tzinfo=UTC))
