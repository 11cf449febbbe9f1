"""Numbers over time as small static charts: the coordinates, rounded, so that the same numbers give the same bytes everywhere."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from engine.site import cells
from engine.site.game import Game
from engine.store.once import once

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
    high: int | float


def chart(title: str, values: Series, urgent: Callable[[int | float], bool]) -> Chart | None:
    """None where there is nothing over time to be seen. `urgent` says which numbers want somebody."""
    if len(values) < 2 or not any(number for _, number in values):
        return None
    numbers = [number for _, number in values]
    low, high = min(0, *numbers), max(0, *numbers, 1)
    xs, (zero, *ys) = _xs(len(values)), _ys([0, *numbers], low, high)
    line = area = plain = marked = ""
    if low < 0:
        foot = f"h{BAR}V{zero:g}h-{BAR}z"
        bars = [(urgent(n), f"M{x - BAR / 2:g},{y:g}{foot}") for x, y, n in zip(xs, ys, numbers, strict=True)]
        plain, marked = ("".join([bar for is_marked, bar in bars if is_marked is it]) for it in (False, True))
    else:
        line = " ".join([f"{x:g},{y:g}" for x, y in zip(xs, ys, strict=True)])
        area = f"{xs[0]:g},{zero:g} {line} {xs[-1]:g},{zero:g}"
    return Chart(title, tuple(values), line, area, plain, marked, zero, (xs[-1], ys[-1]), high)


@lru_cache(maxsize=256)
def _xs(many: int) -> tuple[float, ...]:
    return tuple(round(LEFT + 6 + (RIGHT - LEFT - 12) * place / max(many - 1, 1), 1) for place in range(many))


def _ys(numbers: Sequence[int | float], low: int | float, high: int | float) -> list[float]:
    size = high - low
    return [round(BOTTOM - (BOTTOM - TOP) * (number - low) / size, 1) for number in numbers]


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


@once
def series(game: Game, collection: str, key: str, field: str) -> Series:
    """(time, number) of a record's field, up to now: they stand on several pages."""
    found = _earlier(game, collection, field).get(key, ())
    now = cells.amount(game.records[collection][key], key, field)
    return [*found, (game.today, now)] if now is not None else found


@once
def _earlier(game: Game, collection: str, field: str) -> Mapping[str, Series]:
    """key -> (time, number) of all records' field before today, which is told as it stands now."""
    found: dict[str, list[tuple[int, int | float]]] = {}
    for time, then in takewhile(lambda week: week[0] != game.today, game.past):
        for key, numbers in then.get(collection, {}).items():
            if numbers.get(field) is not None:
                found.setdefault(key, []).append((time, numbers[field]))
    return found
