"""Some of many: what names only the first of them says how many more there are."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.game.replies.inert import person

MOST_PEOPLE: Final = 50
MOST_NAMED: Final = 10  # of what stands in one line


def listed(names: Sequence[str], most: int, shown: Callable[[str], str]) -> str:
    """In one line: `ana, bo and 3 more`."""
    left = len(names[most:])
    return ", ".join(map(shown, names[:most])) + (f" and {left} more" if left else "")


def people(names: Sequence[str], most: int = MOST_PEOPLE) -> str:
    """In one line, without waking anybody."""
    return listed(names, most, person)


def rows(every: Sequence[Any], most: int, shown: Callable[[Any], str], lead: str = "") -> list[str]:
    """Each for itself behind the same lead, such as a hyphen; the last says how many more there are."""
    left = len(every[most:])
    return [lead + row for row in [*map(shown, every[:most]), *([f"and {left} more"] if left else [])]]
