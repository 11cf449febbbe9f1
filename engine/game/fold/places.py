"""Where things are, for /map: the places that the rules in force declare for the board, in words and squares."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.game.replies import maps
from engine.game.world.facts import login_of
from engine.game.world.world import World
from engine.law.display import KEY, Shown, Square, declared, value

MOST: Final = 400  # things on a map
WORD: Final = "/map"


def shown(world: World) -> str | None:
    """The answer to /map; None where no rule in force says where anything is."""
    drawn = _drawn(world)
    if not drawn:
        return None
    named = [maps.named(_title(each), _by_name(world, each)) for each in drawn if each.is_named]
    squares: dict[Square, list[str]] = {}
    for each in (each for each in drawn if not each.is_named):
        for square, what in _on_squares(world, each):
            squares.setdefault(square, []).extend(what)
    return maps.whole([*named, *([maps.plane(squares)] if squares else [])])


def are_told(world: World) -> bool:
    """Whether a rule in force says where anything is."""
    return bool(_drawn(world))


def coordinates(world: World) -> frozenset[tuple[str, str]]:
    """(collection, field) of the numbers that say where something is."""
    return frozenset(
        (each.holder, str(field)) for each in _drawn(world) if isinstance(each.at, list) for field in each.at
    )


def _drawn(world: World) -> list[Shown]:
    return [each for each in declared(world.book.ranked).values() if each.map is not None]


def _title(shown: Shown) -> str:
    return shown.title or shown.collection.replace("_", " ").capitalize()


def _things(world: World, shown: Shown) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """(key, record, the record that holds its place) of what is there; whoever is inactive is not."""
    for key, record in list(world.records.items(shown.collection))[:MOST]:
        if record.get("active", True) is not False:
            yield key, record, world.records.get(shown.holder, key) or {}


def _by_name(world: World, shown: Shown) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {str(place): [] for place in world.book.schemas.choices(shown.holder, shown.at)}
    for key, record, held in _things(world, shown):
        if place := value(held, key, shown.at):
            found.setdefault(str(place), []).append(_name(world, key, record))
    return found


def _on_squares(world: World, shown: Shown) -> Iterator[tuple[Square, list[str]]]:
    for key, record, held in _things(world, shown):
        if (square := shown.square(key, held)) is not None:
            yield square, [] if shown.at == KEY else [_name(world, key, record)]  # ground: known, whoever stands there


def _name(world: World, key: str, record: Mapping[str, Any]) -> str:
    login = login_of(world, key)
    name = record.get("name")
    return f"{name} ({login})" if isinstance(name, str) and name and name != login else login
