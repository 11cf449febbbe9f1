"""Where things are, in words and squares: the answer to /map."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.game.replies.harmless import plain
from engine.game.replies.inert import inert
from engine.game.replies.somany import listed, rows

MOST_PLACES: Final = 60
MOST_THERE: Final = 20
WIDEST: Final = 15  # squares across and down that are drawn
CELL: Final = 9
EMPTY: Final = "."


def whole(parts: Sequence[str]) -> str:
    return "\n\n".join(parts) or "Nothing is anywhere yet."


def named(title: str, places: Mapping[str, Sequence[str]]) -> str:
    """Places that have names: who is in each."""
    lines = rows(list(places), MOST_PLACES, lambda place: f"{plain(place)}: {_some(places[place]) or 'nobody'}", "- ")
    return "\n".join([f"**{plain(title)}, and where they are**", *lines])


def plane(squares: Mapping[tuple[int, int], Sequence[str]]) -> str:
    """Squares drawn where they are few enough, north above, and listed where something is."""
    taken = sorted((square for square, there in squares.items() if there), key=lambda at: (-at[1], at[0]))
    lines = rows(taken, MOST_PLACES, lambda at: f"{at[0]}, {at[1]}: {_some(squares[at])}", "- ")
    return "\n".join([*_drawing(squares), *lines])


def _drawing(squares: Mapping[tuple[int, int], Sequence[str]]) -> list[str]:
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    across, down = range(min(xs), max(xs) + 1), range(max(ys), min(ys) - 1, -1)
    if len(across) > WIDEST or len(down) > WIDEST:
        return ["**The map**, column and row", ""]
    rows = [f"{y:>4} " + "".join(_cell(squares.get((x, y))) for x in across) for y in down]
    foot = " " * 5 + "".join(f"{x:<{CELL}}" for x in across)
    return ["**The map**, column and row, north above", "", "```text", *rows, foot.rstrip(), "```", ""]


def _cell(there: Sequence[str] | None) -> str:
    """The first one there, and a plus if there are more; ground without anyone is a hyphen, what nobody knows a dot."""
    if not there:
        return f"{EMPTY if there is None else '-':<{CELL}}"
    bare = "".join(c for c in there[0].split(" (")[0] if c.isalnum() or c in " -")
    cut = bare[: CELL - 2] or "?"
    return f"{cut + ('+' if len(there) > 1 else ''):<{CELL}}"


def _some(there: Sequence[str]) -> str:
    return listed(there, MOST_THERE, _who)


def _who(name: str) -> str:
    shown = plain(name)
    return shown if shown == name else inert(name, 80)
