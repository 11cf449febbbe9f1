"""Where things are: records with a place, as drawings that templates make SVG of, each with the same in words.

A record's place is its key (`2,-1`), two fields, or the name of a place; the rules say which.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.law.display import KEY, Shown, square_of, value
from engine.site import cells, words
from engine.site.cells import Badge
from engine.site.game import Game

FEW: Final = 60  # more plots than this are drawn small, without words
FEW_CELLS: Final = 400  # so is what lies far apart
MOST_CELLS: Final = 6_000
MOST_TOKENS: Final = 4
PLOT, SPACE, NARROW, SMALL, EDGE = 150, 92, 64, 22, 40
MANY_ACROSS: Final = 8  # from here on spaces are narrow, so that their words can be read
HOUSES: Final = 30
Place = tuple[int, int]


@dataclass
class Spot:
    """One place of a map; `houses` are how many of the `size` are drawn."""

    name: str = ""
    badge: Badge | None = None
    size: int | float | None = None
    houses: list[Place] = field(default_factory=list)
    tokens: list[tuple[str, str, int, int]] = field(default_factory=list)
    here: list[str] = field(default_factory=list)
    known: bool = False
    x: int = 0
    y: int = 0
    side: float = 0


@dataclass(frozen=True)
class Plane:
    """A map of squares: `axis` are (number, place) of columns and rows; `trails` are the points of paths."""

    title: str
    wide: int
    high: int
    side: int
    spots: list[tuple[Place, Spot]]
    free: list[Place]
    columns: list[tuple[int, int]]
    rows: list[tuple[int, int]]
    trails: list[tuple[str, str]]
    marks: list[Badge]
    small: bool
    sized: str
    each: int


@dataclass(frozen=True)
class NamedPlaces:
    """Places that have names: who is in each."""

    title: str
    column: str
    spots: list[tuple[str, list[tuple[str, str]]]]


def of(game: Game) -> tuple[Plane | None, list[NamedPlaces]]:
    """The map of squares, if something has a place on it, and those of named places."""
    drawn = [each for each in game.shown.values() if each.map is not None and each.collection in game.records]
    named = [found for each in drawn if (found := _named(game, each)) is not None]
    plane = _plane(game, [each for each in drawn if not each.is_named])
    return plane, named


def _named(game: Game, shown: Shown) -> NamedPlaces | None:
    if not shown.is_named:
        return None
    at = shown.at
    places: dict[str, list[tuple[str, str]]] = {place: [] for place in game.places.get((shown.holder, at), [])}
    for key, record in game.records[shown.collection].items():
        found = value(_placed(game, shown, key, record), key, at)
        if isinstance(found, str) and found and record.get("active", True) is not False:
            name = cells.name(game, shown.collection, record, key)
            places.setdefault(found, []).append((initials(name), name))
    return NamedPlaces(title(shown), words.named(at), list(places.items())) if places else None


def title(shown: Shown) -> str:
    return shown.title or words.named(shown.collection)


def initials(name: str) -> str:
    return name[:2]


def _placed(game: Game, shown: Shown, key: str, record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record that holds the place: its own, or that of the same key in another collection."""
    return record if shown.holder == shown.collection else game.records.get(shown.holder, {}).get(key, {})


def _plane(game: Game, drawn: list[Shown]) -> Plane | None:
    spots: dict[Place, Spot] = {}
    trails: list[tuple[str, list[Place]]] = []
    sized, each = "", 10
    for shown in sorted(drawn, key=_rank):
        size = (shown.map or {}).get("size", "")
        if size:
            sized, each = cells.heading(shown, size), int((shown.map or {}).get("each", 10))
        for key, record in game.records[shown.collection].items():
            trails += _trail(game, shown, key, record)
            place = shown.square(key, _placed(game, shown, key, record))
            if place is not None and record.get("active", True) is not False:
                _put(game, shown, spots.setdefault(place, Spot()), key, record)
    return _laid_out(game, spots, trails, sized, each) if spots else None


def _rank(shown: Shown) -> tuple[int, str]:
    """Grounds first, then what stands on them."""
    declared = shown.map or {}
    return (0 if shown.at == KEY else 1 if "size" in declared else 2, shown.collection)


def _put(game: Game, shown: Shown, spot: Spot, key: str, record: Mapping[str, Any]) -> None:
    declared = shown.map or {}
    name = cells.name(game, shown.collection, record, key)
    badge = cells.badge(shown.badge, record, key)
    if shown.at == KEY:
        spot.known, spot.badge = True, badge
        if "size" in declared:
            spot.name, spot.size = name if name != key else "", cells.amount(record, key, declared["size"])
    elif "size" in declared and spot.size is None:
        spot.known, spot.name, spot.badge = True, name, badge
        spot.size = cells.amount(record, key, declared["size"])
    else:
        spot.tokens.append((initials(game.login(key)), name, 0, 0))
    if shown.at != KEY:
        spot.here.append(name if name == game.login(key) else f"{name} ({game.login(key)})")


def _trail(game: Game, shown: Shown, key: str, record: Mapping[str, Any]) -> Iterator[tuple[str, list[Place]]]:
    """A path that a record keeps, as a list of places by their names."""
    listed = record.get((shown.map or {}).get("trail", ""))
    found = [square_of(each) for each in listed if isinstance(each, str)] if isinstance(listed, list) else []
    if len(found) > 1 and all(found):
        yield game.login(key), [one for one in found if one]


def _laid_out(
    game: Game, spots: dict[Place, Spot], trails: list[tuple[str, list[Place]]], sized: str, each: int
) -> Plane | None:
    known = [*spots, *(place for _, path in trails for place in path)]
    xs, ys = [x for x, _ in known], [y for _, y in known]
    west, east, south, north = min(xs), max(xs), min(ys), max(ys)
    across, down = east - west + 1, north - south + 1
    if across * down > MOST_CELLS:
        return None
    small = len(spots) > FEW or across * down > FEW_CELLS
    side = SMALL if small else PLOT if sized else NARROW if across > MANY_ACROSS else SPACE
    where = {
        (x, y): (EDGE + (x - west) * side, EDGE + (north - y) * side)
        for x in range(west, east + 1)
        for y in range(south, north + 1)
    }
    largest = max([_seen(s.size or 0) for s in spots.values()], default=0.0) or 1.0
    for place, spot in spots.items():
        spot.x, spot.y = where[place]
        share = (_seen(spot.size) if spot.size is not None else largest) / largest
        spot.side = round((side - 4) * max(0.15, share**0.5), 1)
        _furnish(spot, side, each)
    free = [at for place, at in where.items() if place not in spots] if not small else []
    paths = [
        (who, " ".join(f"{where[p][0] + side // 2},{where[p][1] + side * 2 // 3}" for p in path))
        for who, path in trails
    ]
    marks = {s.badge.word: s.badge for s in spots.values() if s.badge is not None and s.badge.shape != "none"}
    return Plane(
        f"Map of {game.name}",
        EDGE + across * side + 4,
        EDGE + down * side + 4,
        side,
        sorted(spots.items(), key=lambda item: (-item[0][1], item[0][0])),
        free,
        [(x, EDGE + (x - west) * side + side // 2) for x in range(west, east + 1) if not small or x % 5 == 0],
        [(y, EDGE + (north - y) * side + side // 2) for y in range(south, north + 1) if not small or y % 5 == 0],
        [] if small else paths,
        [marks[word] for word in sorted(marks)],
        small,
        sized,
        each,
    )


def _seen(size: int | float) -> float:
    """What of a size can be drawn: nothing is smaller than nothing."""
    return max(float(size), 0.0)


def _furnish(spot: Spot, side: int, each: int) -> None:
    """Houses for the size, six to a row; tokens in the lower half."""
    if side == PLOT and spot.size and spot.size > 0:
        many = min(HOUSES, max(1, int(-(-spot.size // each))))
        across, step = (6, 20) if many <= 12 else (10, 13)
        spot.houses = [
            (13 + place % across * step, 42 + place // across * (24 if many <= 12 else 20)) for place in range(many)
        ]
    base = side - 46 if side == PLOT else side - 20
    step = min(22, (side - 34) // max(1, min(len(spot.tokens), MOST_TOKENS) - 1))
    for place, (short, name, _, _) in enumerate(spot.tokens[:MOST_TOKENS]):
        spot.tokens[place] = (short, name, (20 + place * 36) if side == PLOT else 16 + place * step, base)
