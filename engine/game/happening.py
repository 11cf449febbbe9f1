"""What can happen, as plain data, and the order in which it is judged.

A happening is a dictionary with `id time kind` and, by kind, `actor thread text ...`; it is written to the journal as it
is, so everything a rule can learn from it is in there.
"""

from typing import Final

from engine.game.entries import Happening as Happening
from engine.game.entries import Outcome as Outcome

Position = tuple[int, int, str]

# What becomes of one that is not refused.
DONE: Final[Outcome] = {"is": "done"}
IGNORED: Final[Outcome] = {"is": "ignored"}

RANKS: Final = {
    "administered": 0,
    "upgraded": 0,
    "rotated": 0,
    "moved": 0,
    "redacted": 0,
    "period": 1,
    "timer": 2,
    "rescue": 2,
    "resumed": 2,
    "lapsed": 2,
    "opened": 3,
    "head": 4,
    "thread": 4,
    "checks": 4,
    "unmergeable": 4,
    "unread": 4,
    "said": 5,
    "edited": 6,
    "deleted": 7,
    "observed": 8,
    "delivered": 8,
    "twice": 8,
}
SECONDS_SEEN: Final = 900  # how far back ids are remembered: reads overlap by as much


def position(happening: Happening) -> Position:
    """Where a happening stands: by time, then by kind, then by id (numbers in ids by value)."""
    return happening["time"], RANKS[happening["kind"]], order_of(happening)


def order_of(happening: Happening) -> str:
    """Ids with numbers padded, so that comment 9 comes before comment 10; a period comes by its rule's number."""
    given = happening.get("order")
    return (
        given
        if given is not None
        else "/".join(p.rjust(20, "0") if p.isdigit() else p for p in happening["id"].split("/"))
    )


def said_at(happening: Happening) -> int:
    """When something was said, where that is later than it is judged."""
    return happening.get("said_at", happening["time"])


def in_order(happenings: list[Happening]) -> list[Happening]:
    """Sorted, each id once."""
    once = {h["id"]: h for h in reversed(happenings)}
    return sorted(once.values(), key=position)
