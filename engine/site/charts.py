"""Numbers over time as small static charts: the coordinates, rounded, so that the same numbers give the same bytes everywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.law.shown import Column
from engine.site import cells
from engine.site.game import Game

LEFT, TOP, BOTTOM = 4, 10, 100
RIGHT = LEFT + 2 * 129
SPARK = (90, 22)
BAR = 6
Series = Sequence[tuple[int, int | float]]


@dataclass(frozen=True)
class Chart:
    """`line` and `area` are the points of a path; where numbers fall below zero, there are paths of `bars` and `urgent` ones instead."""

    title: str
    values: tuple[tuple[int, int | float], ...]
    line: str
    area: str
    bars: str
    urgent: str
    zero: float
    end: tuple[float, float]
    low: int | float
    high: int | float


def chart(title: str, values: Series, urgent: Callable[[int | float], bool]) -> Chart | None:
    """None where there is nothing over time to be seen. `urgent` says which numbers want somebody."""
    if len(values) < 2 or not any(number for _, number in values):
        return None
    numbers = [number for _, number in values]
    low, high = min(0, *numbers), max(0, *numbers, 1)
    points = list(zip(_xs(len(values)), [_y(number, low, high) for number in numbers], strict=True))
    zero = _y(0, low, high)
    line = area = plain = marked = ""
    if low < 0:
        bars = [(urgent(n), _bar(*point, zero)) for point, n in zip(points, numbers, strict=True)]
        plain, marked = ("".join(bar for is_marked, bar in bars if is_marked is wanted) for wanted in (False, True))
    else:
        line = " ".join([f"{x:g},{y:g}" for x, y in points])
        area = f"{points[0][0]:g},{zero:g} {line} {points[-1][0]:g},{zero:g}"
    return Chart(title, tuple(values), line, area, plain, marked, zero, points[-1], low, high)


def _bar(x: float, y: float, zero: float) -> str:
    return f"M{x - BAR / 2:g},{y:g}h{BAR}V{zero:g}h-{BAR}z"


@lru_cache(maxsize=256)
def _xs(many: int) -> tuple[float, ...]:
    return tuple(round(LEFT + 6 + (RIGHT - LEFT - 12) * place / max(many - 1, 1), 1) for place in range(many))


def _y(number: int | float, low: int | float, high: int | float) -> float:
    return round(BOTTOM - (BOTTOM - TOP) * (number - low) / (high - low), 1)


def spark(values: Series) -> str:
    """The points of a line in a cell of a table; empty if there are too few."""
    if len(values) < 2:
        return ""
    wide, high = SPARK
    numbers = [number for _, number in values]
    low, top = min(numbers), max(numbers)
    size = (top - low) or 1
    level = 0.5 if top == low else None
    heights = [round(high - 2 - (high - 4) * (level or (number - low) / size), 1) for number in numbers]
    return " ".join([f"{x},{y:g}" for x, y in zip(_steps(wide, len(numbers)), heights, strict=True)])


@lru_cache(maxsize=256)
def _steps(wide: int, many: int) -> tuple[str, ...]:
    step = (wide - 2) / (many - 1)
    return tuple(f"{round(1 + step * place, 1):g}" for place in range(many))


def series(
    game: Game, collection: str, key: str, column: Column, record: Mapping[str, object]
) -> list[tuple[int, int | float]]:
    """(time, number) of a record's field, up to now."""
    place = (collection, key, column.field)
    if place not in game.drawn:
        game.drawn[place] = _series(game, collection, key, column, record)
    return game.drawn[place]


def _series(
    game: Game, collection: str, key: str, column: Column, record: Mapping[str, object]
) -> list[tuple[int, int | float]]:
    found: list[tuple[int, int | float]] = []
    for time, then in game.past:
        if time == game.today:
            break  # it is told as it stands now
        number = then.get(collection, {}).get(key, {}).get(column.field)
        if number is not None:
            found.append((time, number))
    now = cells.amount(record, key, column.field)
    return [*found, (game.today, now)] if now is not None else found
