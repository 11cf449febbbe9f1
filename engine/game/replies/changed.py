"""What a proposal changes, in Markdown: its numbers before and after, and its declarations, words and code line by line."""

from collections.abc import Mapping, Sequence
from difflib import unified_diff
from typing import Any, Final

from engine.game.owned import Change
from engine.game.replies.inert import inert
from engine.game.replies.turned import parameters
from engine.store import canon
from engine.store.counted import counted

MOST_LINES: Final = 400  # of a text that is compared, and of what is shown
_RUN: Final = "`"
_TOLD_BESIDE: Final = ("parameters", "title", "by_hand")


def shown(changes: Sequence[Change]) -> str:
    """`changes` are facts of rules, each with what it `was`; empty where nothing can be shown."""
    return "\n\n".join(part for part in (_one(change) for change in changes) if part)


def _one(change: Change) -> str:
    was = change.get("was") or {}
    now: Mapping[str, Any] = {} if change["op"] == "repeal" else change
    parts = [_numbers(parameters(was), parameters(now)), _difference(_declared(was), _declared(now))]
    parts += [_difference(was.get(part, ""), now.get(part, "")) for part in ("text", "code")]
    told = [part for part in parts if part]
    return "\n\n".join([f"### {inert(change['title'])}", *told]) if told else ""


def _declared(facts: Mapping[str, Any]) -> str:
    """The front matter but for what is told beside it: commands, what it hears, answers and forbids, and its records."""
    declared = {name: value for name, value in (facts.get("front") or {}).items() if name not in _TOLD_BESIDE}
    try:
        return canon.emit(declared) if declared else ""
    except canon.NotCanonical:  # nothing is left out because of what stands beside it
        return "\n".join(f"{name}: {value!r}" for name, value in declared.items())


def _numbers(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """price: 10 → 8."""
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    lines = [f"- {inert(name)}: {_value(before, name)} → {_value(after, name)}" for name in names]
    return "\n".join(lines)


def _value(known: Mapping[str, Any], name: str) -> str:
    return inert(known[name]) if name in known else "nothing"


def _difference(before: str, after: str) -> str:
    old, new = before.strip().splitlines(), after.strip().splitlines()
    if old == new:
        return ""
    if max(len(old), len(new)) > MOST_LINES:
        return f"{counted(len(old), 'line')} before, {len(new)} now: too many to be shown here."
    lines = list(unified_diff(old, new, n=2, lineterm=""))[2:]  # without the two lines of its head
    fence = _RUN * (max([3, *(_longest(line) + 1 for line in lines)]))
    return "\n".join([f"{fence}diff", *lines, fence])


def _longest(line: str) -> int:
    """The longest run of backticks in it: the fence has to be longer."""
    return max((len(run) for run in "".join(c if c == _RUN else " " for c in line).split()), default=0)
