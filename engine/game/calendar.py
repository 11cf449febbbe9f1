"""Calendar fields and cron: pure functions of seconds since the epoch."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from cronsim import CronSim, CronSimError

from engine.law.documents import crondays, schedules
from engine.law.documents.zones import zone

HOUR: Final = 3_600  # seconds
DAY: Final = 24 * HOUR
_FAR: Final = 40  # days: what comes later is looked for from two days before it
BEYOND: Final = 10**11  # no time of the calendar is as late: it is in the year 5138


def local(time: int, name: str) -> datetime:
    return datetime.fromtimestamp(time, UTC).astimezone(zone(name))


def fields(time: int, name: str) -> dict[str, int | str]:
    """What `date(time)` gives rules; weekday 1 is Monday."""
    at = local(time, name)
    return {
        "day": at.day,
        "hour": at.hour,
        "minute": at.minute,
        "month": at.month,
        "second": at.second,
        "text": at.strftime("%Y-%m-%d"),
        "weekday": at.isoweekday(),
        "year": at.year,
        "yearday": at.timetuple().tm_yday,
    }


def stamp(time: int) -> str:
    """2026-01-05T12:00:00Z."""
    return f"{datetime.fromtimestamp(time, UTC).isoformat()[:19]}Z"


def from_stamp(text: str) -> int:
    """Seconds of an ISO 8601 moment; one without an offset is UTC. Raises ValueError."""
    at = datetime.fromisoformat(text)
    return int((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp())


def next_fire(cron: str, name: str, after: int) -> int | None:
    """The first moment later than `after` at which a cron entry is due; None if it never is again.

    The day the clock goes forward, an entry inside the missing hour fires once, at the hour's end; the day it goes back,
    an entry in the doubled hour fires once (Debian's cron, which cronsim follows).
    """
    return min((at for at in _fires(cron, name, local(after, name).toordinal()) if at > after), default=None)


@lru_cache(maxsize=4096)
def _fires(cron: str, name: str, day: int) -> tuple[int, ...]:
    """When an entry is due around a day of the zone, the first time behind it among them.

    It is looked for from noon two days before: where clocks are moved, what is found depends on where one begins, and so it is
    the same from wherever it is asked.
    """
    start = datetime.fromordinal(day - 2).replace(hour=12, tzinfo=zone(name))
    enough, found = int((start + timedelta(days=3)).timestamp()), list[int]()
    try:
        first = crondays.next_day(crondays.days_of(cron), day - 2)
        if first is None:
            return ()
        if first > day + _FAR:
            start = datetime.fromordinal(first - 2).replace(hour=12, tzinfo=zone(name))
        for at in CronSim(cron, start):
            found.append(int(at.timestamp()))
            if found[-1] > enough:
                break
    except CronSimError:
        return ()
    return tuple(found)


def next_of(entry: Mapping[str, str], name: str, after: int) -> int | None:
    """The first moment later than `after` at which an entry of a schedule is due, in its time zone; None if it never is again."""
    if "cron" in entry:
        return next_fire(entry["cron"], name, after)
    start, days = schedules.start_of(entry), schedules.days_of(entry)
    if start is None or days is None:
        return None
    passed = max((local(after, name).replace(tzinfo=None) - start).days // days, 0)
    for turn in range(passed, passed + 3):  # by the clock on the wall, which may have been moved since
        at = int((start + timedelta(days=turn * days)).replace(tzinfo=zone(name)).timestamp())
        if at > after:
            return at
    return None
