"""Calendar fields and cron: pure functions of seconds since the epoch."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from cronsim import CronSim, CronSimError

from engine.law.zones import zone

DAY: Final = 86_400  # seconds


def local(time: int, name: str) -> datetime:
    return datetime.fromtimestamp(time, UTC).astimezone(zone(name))


def fields(time: int, name: str) -> dict[str, int | str]:
    """What `date(time)` gives rules; weekday 1 is Monday."""
    at = local(time, name)
    numbers = {part: getattr(at, part) for part in ("year", "month", "day", "hour", "minute", "second")}
    return numbers | {"weekday": at.isoweekday(), "yearday": at.timetuple().tm_yday, "text": at.strftime("%Y-%m-%d")}


def stamp(time: int) -> str:
    """2026-01-05T12:00:00Z."""
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def from_stamp(text: str) -> int:
    """Seconds of an ISO 8601 moment; one without an offset is UTC. Raises ValueError."""
    at = datetime.fromisoformat(text)
    return int((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp())


@lru_cache(maxsize=4096)
def next_fire(cron: str, name: str, after: int) -> int | None:
    """The first moment later than `after` at which a cron entry is due; None if it never is again.

    The day the clock goes forward, an entry inside the missing hour fires once, at the hour's end; the day it goes back,
    an entry in the doubled hour fires once (Debian's cron, which cronsim follows).
    """
    try:
        found = next(CronSim(cron, local(after, name)))
    except (StopIteration, CronSimError):
        return None
    seconds = int(found.timestamp())
    if seconds <= after:
        return next_fire(cron, name, int((found + timedelta(minutes=1)).timestamp()))
    return seconds
