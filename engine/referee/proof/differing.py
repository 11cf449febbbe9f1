"""Two texts that should be one, told apart: the keys or the line in which they differ."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from engine.store import canon
from engine.store.guard import YamlProblem

MOST_KEYS: Final = 3
LONGEST: Final = 60


def told(expected: str | None, found: str | None) -> str:
    """`shells is 17 and should be 5`."""
    if found is None:
        return "is missing"
    if expected is None:
        return "does not follow from the journal"
    keys = list(islice(_keys(expected, found), MOST_KEYS))
    return "; ".join(keys) or _line(expected, found)


def _keys(expected: str, found: str) -> Iterator[str]:
    try:
        one, other = canon.read(expected), canon.read(found)
    except (YamlProblem, ValueError):
        return
    if isinstance(one, dict) and isinstance(other, dict):
        yield from values(one, other)


def values(expected: Any, found: Any, where: str = "") -> Iterator[str]:
    """One line for each value that differs, its key dotted: `ana.size is 5 and should be 1`."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in sorted({*expected, *found}):
            name = f"{where}.{key}" if where else key
            if key not in found:
                yield f"{name} is missing and should be {_shown(expected[key])}"
            elif key not in expected:
                yield f"{name} is {_shown(found[key])} and should not be there"
            else:
                yield from values(expected[key], found[key], name)
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for place, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from values(one, other, f"{where}[{place}]")
    elif expected != found or type(expected) is not type(found):
        yield f"{where} is {_shown(found)} and should be {_shown(expected)}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _line(expected: str, found: str) -> str:
    one, other = expected.split("\n"), found.split("\n")
    for number, (was, now) in enumerate(zip(one, other, strict=False), start=1):
        if was != now:
            return f"line {number} is {_shown(now)} and should be {_shown(was)}"
    if len(other) > len(one):
        return "has more lines than it should"
    return f"ends after line {len(other) - 1}" if found.endswith("\n") else f"ends within line {len(other)}"
