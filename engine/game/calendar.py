"""Time zones, calendar fields and cron: pure functions of seconds since the epoch.

Zones come from the pinned tzdata package, never from the machine, so that a game replays alike everywhere.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import lru_cache
from importlib import resources
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError


class BadZone(ValueError):
    """No such time zone."""


@lru_cache(maxsize=64)
def zone(name: str) -> ZoneInfo:
    """The time zone of that name, such as Europe/Berlin. Raises BadZone."""
    parts = name.split("/")
    if not all(part and part.replace("_", "").replace("-", "").replace("+", "").isalnum() for part in parts):
        raise BadZone(f"there is no time zone {name!r}")
    found = resources.files("tzdata").joinpath("zoneinfo", *parts)
    if not found.is_file():
        raise BadZone(f"there is no time zone {name!r}")
    with found.open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


def like_zone(name: str) -> list[str]:
    """Names of time zones that resemble this one, the most alike first, three at most."""
    with resources.files("tzdata").joinpath("zones").open("r", encoding="utf-8") as file:
        known = {line.strip().casefold(): line.strip() for line in file}
    wanted = name.casefold().replace(" ", "_")
    cities = [whole for low, whole in known.items() if low.rpartition("/")[2] == wanted.rpartition("/")[2]]
    near = [known[low] for low in get_close_matches(wanted, known, 3)]
    return list(dict.fromkeys([*cities, *near]))[:3]


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
