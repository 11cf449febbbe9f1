"""When a rule's schedule is due, as it is written: a cron entry, or every so many days or weeks from a date on."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from cronsim import CronSim, CronSimError

_MINUTE: Final = re.compile(r"[0-5]?[0-9]")
FIELDS: Final = "minute 0-59, hour 0-23, day of the month 1-31, month 1-12, day of the week 0-7"
_EVERY: Final = re.compile(r"(?:([1-9][0-9]{0,3}) +)?(day|week)s?")
MOST_DAYS: Final = 3_660
_BOTH: Final = "a schedule has `cron`, or `every` and `from`, as `{every: week, from: 2026-01-05 12:00, run: pay}`"
MOST: Final = 60  # entries of one rule: to find the next time of a rare one takes milliseconds of each pass


def wrong_with(entry: Mapping[str, str]) -> tuple[str, str] | None:
    """(key, message) of the first thing that is wrong with an entry."""
    if "cron" in entry:
        both = "every" in entry or "from" in entry
        message = _BOTH if both else _wrong_cron(entry["cron"])
        return ("cron", message) if message else None
    if "every" not in entry or "from" not in entry:
        return "run", _BOTH
    if days_of(entry) is None:
        return "every", f"`every` is so many days or weeks, such as `2 weeks`, and no more than {MOST_DAYS} days"
    if start_of(entry) is None:
        return "from", "`from` is a day or a day and an hour, such as `2026-01-07` or `2026-01-07 15:00`"
    return None


def _wrong_cron(cron: str) -> str:
    parts = cron.split()
    if len(parts) != 5:
        return f"a cron entry has five fields: {FIELDS}"
    if not _MINUTE.fullmatch(parts[0]):
        return "at most once an hour: the minute must be one number from 0 to 59"
    try:
        CronSim(cron, datetime(2026, 1, 1, tzinfo=UTC))
    except (CronSimError, ValueError):
        return f"{cron!r} is not a cron entry, or never comes: {FIELDS}"
    return ""


def days_of(entry: Mapping[str, str]) -> int | None:
    """Days from one time to the next; None if that is not what it says."""
    found = _EVERY.fullmatch(entry["every"].strip())
    if found is None:
        return None
    days = int(found[1] or 1) * (7 if found[2] == "week" else 1)
    return days if days <= MOST_DAYS else None


def start_of(entry: Mapping[str, str]) -> datetime | None:
    """The first time, by the clock of its time zone, without a zone; None if that is not what it says."""
    try:
        at = datetime.fromisoformat(entry["from"].strip())
    except ValueError:
        return None
    return None if at.tzinfo is not None or not 2000 <= at.year <= 2200 else at.replace(second=0, microsecond=0)
