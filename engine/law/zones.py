"""Time zones by name, from the pinned tzdata package and never from the machine, so that a game replays alike everywhere."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from importlib import resources
from zoneinfo import ZoneInfo


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
