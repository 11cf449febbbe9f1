"""Where on the calendar a season lies: so that it crosses the days on which clocks and counters go wrong."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from engine.game.calendar import from_stamp
from engine.law.documents.zones import zone

# Twelve weeks from these days cross what is written beside them, in the zones that have it.
STARTS: Final = (
    "2026-01-19T09:00:00Z",  # clocks forward in America and Europe
    "2026-09-14T09:00:00Z",  # clocks back in Europe and America, forward in Australia
    "2026-11-02T09:00:00Z",  # the year's end
    "2027-12-13T09:00:00Z",  # the year's end and the leap day
    "2028-01-10T09:00:00Z",  # the leap day, clocks forward
)
ZONES: Final = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC")


@dataclass(frozen=True)
class Edge:
    start: int
    timezone: str


def of(seed: int, calm: Collection[str] = ()) -> Edge:
    """The same seed, the same days. In `calm` are edges to keep away from, by name."""
    chance = random.Random(f"{seed}/edge")
    day, time, timezone = chance.choice(STARTS), chance.randrange(86_400), chance.choice(ZONES)
    if "year's end" in calm or "leap day" in calm:
        day = STARTS[0]
    return Edge(from_stamp(day) + time, "UTC" if "daylight saving" in calm else timezone)


def crossed(name: str, start: int, end: int) -> list[str]:
    """The edges between two moments, by name."""
    days = [datetime.fromtimestamp(t, UTC).astimezone(zone(name)) for t in range(start, end, 86_400)]
    found = ["daylight saving"] * (len({day.utcoffset() for day in days}) > 1)
    found += ["year's end"] * (len({day.year for day in days}) > 1)
    return found + ["leap day"] * any((day.month, day.day) == (2, 29) for day in days)
