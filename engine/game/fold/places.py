"""Where things are, for /map: the places that the rules in force declare for the board, in words and squares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.game.replies import maps
from engine.game.world.facts import login_of
from engine.game.world.world import World
from engine.law.display import KEY, Shown, declared

MOST: Final = 400  # things on a map
WORD: Final = "/map"
_KEY: Final = re.compile(r"(-?[0-9]{1,9}),(-?[0-9]{1,9})")
Square = tuple[int, int]
Drawn = tuple[Shown, Mapping[str, Any]]  # a collection, and what is declared of where its records are


def shown(world: World) -> str | None:
    """The answer to /map; None where no rule in force says where anything is."""
    drawn = _drawn(world)
    if not drawn:
        return None
    named = [maps.named(_title(each[0]), _by_name(world, *each)) for each in drawn if _has_names(each)]
    squares: dict[Square, list[str]] = {}
    for each in (each for each in drawn if not _has_names(each)):
        for square, what in _on_squares(world, *each):
            squares.setdefault(square, []).extend(what)
    return maps.whole([*named, *([maps.plane(squares)] if squares else [])])


def coordinates(world: World) -> frozenset[tuple[str, str]]:
    """(collection, field) of the numbers that say where something is."""
    return frozenset(
        (str(where.get("of", each.collection)), str(field))
        for each, where in _drawn(world)
        if isinstance(where["at"], list)
        for field in where["at"]
    )


def _drawn(world: World) -> list[Drawn]:
    found = declared(world.book.ranked)
    return [(each, each.map) for each in found.values() if each.map is not None]


def _has_names(drawn: Drawn) -> bool:
    at = drawn[1]["at"]
    return isinstance(at, str) and at != KEY


def _title(shown: Shown) -> str:
    return shown.title or shown.collection.replace("_", " ").capitalize()


def _things(
    world: World, shown: Shown, where: Mapping[str, Any]
) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """(key, record, the record that holds its place) of what is there; whoever is inactive is not."""
    other = where.get("of")
    for key, record in list(world.records.items(shown.collection))[:MOST]:
        if record.get("active", True) is not False:
            yield key, record, (world.records.get(str(other), key) or {}) if other else record


def _by_name(world: World, shown: Shown, where: Mapping[str, Any]) -> dict[str, list[str]]:
    at = str(where["at"])
    holder = str(where.get("of", shown.collection))
    found: dict[str, list[str]] = {str(place): [] for place in world.book.schemas.choices(holder, at)}
    for key, record, place in _things(world, shown, where):
        if place.get(at):
            found.setdefault(str(place[at]), []).append(_name(world, key, record))
    return found


def _on_squares(world: World, shown: Shown, where: Mapping[str, Any]) -> Iterator[tuple[Square, list[str]]]:
    at = where["at"]
    for key, record, place in _things(world, shown, where):
        if at == KEY:
            found = _KEY.fullmatch(key)
            if found is not None:  # ground: known, whoever stands there
                yield (int(found[1]), int(found[2])), []
            continue
        x, y = (place.get(field) for field in at)
        if type(x) is int and type(y) is int:
            yield (x, y), [_name(world, key, record)]


def _name(world: World, key: str, record: Mapping[str, Any]) -> str:
    login = login_of(world, key)
    name = record.get("name")
    return f"{name} ({login})" if isinstance(name, str) and name and name != login else login
