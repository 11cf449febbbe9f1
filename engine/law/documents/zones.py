"""Time zones by name, from the pinned tzdata package and never from the machine, so that a game replays alike everywhere."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final
from zoneinfo import ZoneInfo

from engine.law.documents.problems import meant
from engine.store.clipped import clipped

LONGEST_SHOWN: Final = 100  # characters of a name that is none


class BadZone(ValueError):
    """No such time zone."""


@lru_cache(maxsize=64)
def zone(name: str) -> ZoneInfo:
    """The time zone of that name, such as Europe/Berlin. Raises BadZone.

    Only a name on the package's own list is looked up: what else lies there is no zone, and no disk is asked for any text.
    """
    if name not in _known():
        raise BadZone(f"there is no time zone {clipped(name, LONGEST_SHOWN)!r}")
    with resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


def wrong_with_zone(name: str) -> str:
    """That there is no such time zone, and which may have been meant; empty if there is one."""
    try:
        zone(name)
    except BadZone as error:
        return f"{error}{meant(name, like_zone(name))}"
    return ""


def zone_of(game: Mapping[str, Any]) -> str:
    """The time zone of a game with that record. UTC stands in for one that nobody knows: a slip by hand must stop nothing."""
    name = str(game.get("timezone"))
    return name if name in _known() else "UTC"


@cache
def _known() -> Mapping[str, None]:
    """The names of all time zones, in the package's order."""
    return dict.fromkeys(resources.files("tzdata").joinpath("zones").read_text(encoding="utf-8").split())


def like_zone(name: str) -> list[str]:
    """Names of time zones that resemble this one, the most alike first, three at most."""
    known = {each.casefold(): each for each in _known()}
    wanted = name.casefold().replace(" ", "_")
    cities = [whole for low, whole in known.items() if low.rpartition("/")[2] == wanted.rpartition("/")[2]]
    near = [known[low] for low in get_close_matches(wanted, known, 3)]
    return list(dict.fromkeys([*cities, *near]))[:3]
