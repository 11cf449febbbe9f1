"""A forecast in words: who gains, who loses, in how many of the runs, what was assumed, and whether things moved on since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.game.owned import Poll
from engine.game.replies import somany
from engine.game.replies.foretelling import ASSUMED, LATE, MOVED, OVER, by_name
from engine.site import cells, lawbook, rewriting, words
from engine.site.game import Game
from engine.store import rulefile, splice

if TYPE_CHECKING:
    from engine.game.forecasting import Effect
    from engine.referee.judging.forecast import Forecast

DOTS: Final = 20
MOST: Final = 40
MOST_NAMED: Final = 5


@dataclass(frozen=True)
class Row:
    """One number of somebody's: now, in the middle run without and with the proposal, and in how many runs it is more or fewer.

    It is `certain` where each run differs by as much: then `by` says by how much.
    """

    name: str
    field: str
    now: str
    without: str
    with_: str
    more: int
    fewer: int
    certain: bool
    by: str
    dots: str
    words: str


def rows(game: Game, forecast: Forecast) -> list[Row]:
    return [_row(game, effect) for effect in forecast.effects[:MOST]]


def filed(game: Game, forecast: Forecast) -> dict[str, Any]:
    """As it is kept beside the game, with what it was made from: plain data."""
    poll = game.polls[forecast.poll]
    return {
        "change": str(poll["change"]),
        "law": str(game.engine.get("rules", "")),
        "votes": len(poll["ballots"]),
        "at": game.now,
        "weeks": forecast.weeks,
        "seeds": forecast.seeds,
        "trouble": forecast.trouble,
        "exact": [list(each) for each in exact(game, poll)],
        "rows": [asdict(row) for row in rows(game, forecast)],
    }


def exact(game: Game, poll: Poll) -> list[tuple[str, str, str, str]]:
    """(rule, parameter, now, then): the numbers and words of rules that it changes, which no run can change."""
    found = []
    for path, (before, after) in lawbook.changed(game, poll).items():
        now, then = _parameters(before), _parameters(after)
        names = [*now, *(name for name in then if name not in now)]
        slug = splice.slug_of(path)
        changed = [(name, now.get(name), then.get(name)) for name in names if now.get(name) != then.get(name)]
        found += [(game.titles.get(slug, slug), name, _said(one), _said(other)) for name, one, other in changed]
    return found[:MOST]


def _parameters(text: str | None) -> dict[str, Any]:
    try:
        return rewriting.parameters(rulefile.split(text).front) if text else {}
    except rulefile.RuleFileProblem:
        return {}


def _said(value: Any) -> str:
    return "–" if value is None else words.number(value)


def moved(game: Game, poll: Poll, told: Mapping[str, Any]) -> list[str]:
    """What is otherwise since a forecast was made: names of `MOVED`."""
    now = {"proposal": str(poll["change"]), "rules": str(game.engine.get("rules", "")), "votes": len(poll["ballots"])}
    then = {"proposal": told["change"], "rules": told["law"], "votes": told["votes"]}
    return [name for name in MOVED if now[name] != then[name]]


def shown(game: Game, poll: Poll, told: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What a page needs of it; None where there is none that can be read."""
    try:
        if not told:
            return None
        from engine.referee.judging.forecast import Forecast  # noqa: PLC0415 - brings the whole engine, and is seldom needed

        found = [Row(**row) for row in told["rows"]]
        made = Forecast("", told["weeks"], told["seeds"], (), told["trouble"])
        played = made.trouble not in (LATE, OVER)  # of what was not, nothing can be otherwise by now
        return {
            "headline": headline(made, found),
            "exact": told["exact"],
            "certain": [row for row in found if row.certain],
            "unsure": [row for row in found if not row.certain],
            "by_name": [(what, _named(more), _named(fewer)) for what, more, fewer in by_name(told["rows"])],
            "played": played,
            "moved": [MOVED[each] for each in moved(game, poll, told)] if played else [],
            "at": int(told["at"]),
            "seeds": int(told["seeds"]),
            "assumed": ASSUMED,
        }
    except (KeyError, TypeError, ValueError):  # it stands beside the game, where anybody can have written it
        return None


def _named(names: Sequence[str]) -> str:
    return somany.listed(names, MOST_NAMED, str)


def headline(forecast: Forecast, found: Sequence[Row]) -> str:
    """Whom it changes, in a sentence."""
    if forecast.trouble in (LATE, OVER):
        return forecast.trouble.replace("`", "")
    if forecast.trouble:
        return f"It cannot be foretold: {forecast.trouble}"
    weeks = words.counted(forecast.weeks, "week")
    if not found:
        return f"In {weeks}, no number of anyone’s is different, in {forecast.seeds} of {forecast.seeds} runs."
    who = list(dict.fromkeys(row.name for row in found))
    return f"In {weeks}, something is different for {_named(who)}."


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
        f"{words.number(abs(runs[0][1] - runs[0][0]))} {word}",
        "●" * filled + "○" * (DOTS - filled),
        f"{word} in {many} of {len(runs)} runs",
    )


def _middle(numbers: list[int | float]) -> int | float:
    return sorted(numbers)[len(numbers) // 2]
