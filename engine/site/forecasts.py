"""A forecast in words: who gains, who loses, in how many of the runs, and what was assumed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.game.forecasting import Effect
from engine.referee.forecast import Forecast
from engine.site import cells, words
from engine.site.game import Game

DOTS: Final = 20
MOST: Final = 40
ASSUMED: Final = (
    "nobody does anything: only the clock runs",
    "it is adopted now, and what adopting it pays is left out",
    "both worlds throw the same dice, which are none of the game’s",
)


@dataclass(frozen=True)
class Row:
    """One number of somebody's: now, in the middle run without and with the proposal, and in how many runs it is more or fewer."""

    name: str
    field: str
    now: str
    without: str
    with_: str
    more: int
    fewer: int
    certain: bool
    dots: str
    words: str


def rows(game: Game, forecast: Forecast) -> list[Row]:
    return [_row(game, effect) for effect in forecast.effects[:MOST]]


def headline(forecast: Forecast, found: Sequence[Row]) -> str:
    """Whom it changes, in a sentence."""
    if forecast.trouble:
        return f"It cannot be foretold: {forecast.trouble}"
    weeks = words.counted(forecast.weeks, "week")
    if not forecast.effects:
        return f"In {weeks}, nothing is different for anyone, in {forecast.seeds} of {forecast.seeds} runs."
    who = list(dict.fromkeys(row.name for row in found))
    more = f" and {len(who) - 5} more" if len(who) > 5 else ""
    return f"In {weeks}, something is different for {', '.join(who[:5])}{more}."


def _row(game: Game, effect: Effect) -> Row:
    runs = [(a or 0, b or 0) for a, b in effect.runs]
    more, fewer = sum(b > a for a, b in runs), sum(b < a for a, b in runs)
    many, word = (fewer, "fewer") if fewer > more else (more, "more")
    filled = DOTS * many // len(runs) or int(many > 0)
    record = game.records.get(effect.collection, {}).get(effect.key, {})
    field = words.named(effect.field.replace(".", ", "))
    return Row(
        cells.name(game, effect.collection, record, effect.key),
        field,
        words.number(effect.now) if effect.now is not None else "–",
        words.number(_middle([a for a, _ in runs])),
        words.number(_middle([b for _, b in runs])),
        more,
        fewer,
        len({b - a for a, b in runs}) == 1,
        "●" * filled + "○" * (DOTS - filled),
        f"{word} in {many} of {len(runs)} runs",
    )


def _middle(numbers: list[int | float]) -> int | float:
    return sorted(numbers)[len(numbers) // 2]
