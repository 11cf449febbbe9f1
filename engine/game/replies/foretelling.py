"""What a proposal would change, for its status comment: what is exact apart from what is uncertain, and what was assumed."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

from engine.game.calendar import local
from engine.game.replies import somany
from engine.game.replies.inert import cell, inert, person
from engine.store.counted import counted

HEADING: Final = "#### What it would change"
MOST_ROWS: Final = 12
MOST_NAMES: Final = 8
ASSUMED: Final = (
    "nobody does anything: only the clock runs",
    "it is adopted now, and what adopting it pays is left out",
    "both worlds throw the same dice, which are none of the game’s",
)
MOVED: Final = {
    "proposal": "the proposal was changed",
    "rules": "the rules were changed",
    "votes": "votes were cast",
}
LATE: Final = "There was no time for a forecast in this pass; `nomic forecast` takes the time it needs."
OVER: Final = "The game is too large to be foretold in a pass; `nomic forecast` takes the time it needs."


def foretold(told: Mapping[str, Any], moved: Sequence[str], zone: str) -> str:
    """Markdown. `told` is a forecast as it is filed beside the game; `moved` names what is otherwise since (`MOVED`)."""
    runs = told["seeds"]
    weeks = counted(told["weeks"], "week")
    parts = [f"{HEADING} in {weeks}"]
    if told["trouble"] in (LATE, OVER):
        return "\n\n".join([*parts, told["trouble"]])
    if moved:
        parts.append(f"⚠ Since this was made, {' and '.join(MOVED[each] for each in moved)}.")
    if told["trouble"]:
        return "\n\n".join([*parts, f"It cannot be foretold: {inert(told['trouble'], 200)}"])
    exact, unsure = ([row for row in told["rows"] if row["certain"] is is_so] for is_so in (True, False))
    parts += _exact(told["exact"], exact)
    parts += _unsure(unsure, runs)
    if not told["rows"]:
        parts.append(f"No number of anyone’s is different, in {runs} of {runs} runs.")
    parts.append("\n".join(_who(*each) for each in islice(by_name(told["rows"]), MOST_ROWS)))
    parts.append(f"As things stood at {_moment(told['at'], zone)}. Assumed: {'; '.join(ASSUMED)}.")
    return "\n\n".join(part for part in parts if part)


def none_yet(number: int | None) -> str:
    """Where there was no time for one."""
    which = f" --proposal {number}" if number else ""
    return f"No forecast was made in this pass, so that nobody waits for it: `nomic forecast{which}` makes one."


def _exact(changed: Sequence[Sequence[str]], rows: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = [f"- {inert(name)} of {inert(rule)}: {inert(now)}, then {inert(then)}" for rule, name, now, then in changed]
    lines += somany.rows(rows, MOST_ROWS, _always, "- ")
    return ["**Certain**\n" + "\n".join(lines)] if lines else []


def _always(row: Mapping[str, Any]) -> str:
    return f"{person(row['name'])}, {inert(row['field'])}: always {row['by']} with it"


def _unsure(rows: Sequence[Mapping[str, Any]], runs: int) -> list[str]:
    if not rows:
        return []
    heads = ["| who | what | now | without it | with it | |", "|---|---|---:|---:|---:|---|"]
    lines = [
        f"| {person(r['name'])} | {cell(r['field'])} | {r['now']} | {r['without']} | {r['with_']} | {r['dots']} {r['words']} |"
        for r in rows[:MOST_ROWS]
    ]
    more = f"\n\nAnd {len(rows) - MOST_ROWS} more." if len(rows) > MOST_ROWS else ""
    return [f"**Uncertain**, the middle of {counted(runs, 'run')}\n\n" + "\n".join([*heads, *lines]) + more]


def by_name(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, list[str], list[str]]]:
    """(what, who has more of it, who has less) of each number; of whom both are as likely nothing is said."""
    for field in dict.fromkeys(row["field"] for row in rows):
        there = [row for row in rows if row["field"] == field]
        more = [r["name"] for r in there if r["more"] > r["fewer"]]
        fewer = [r["name"] for r in there if r["more"] < r["fewer"]]
        if more or fewer:
            yield field, more, fewer


def _who(field: str, more: list[str], fewer: list[str]) -> str:
    both = (("more", more), ("less", fewer))
    said = [f"{word} for {somany.people(names, MOST_NAMES)}" for word, names in both if names]
    return f"- {inert(field)}: {'; '.join(said)}"


def _moment(time: int, zone: str) -> str:
    return f"{local(time, zone):%Y-%m-%d %H:%M} ({zone})"
