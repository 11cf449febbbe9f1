"""In which order wishes are fulfilled, by what stands before the `/` of their keys; and in which thread."""

from collections.abc import Mapping
from typing import Final

from engine.game.owned import Wish
from engine.game.state import State

# What a reading has seen: key -> digest -> id of the comment, or number of the issue
Posted = Mapping[str, Mapping[str, int]]
NOTHING: Final[Posted] = {}
# Answers first, boards next, bulk last.
_TURN: Final = {
    "twin": 0,
    "reply": 0,
    "verdict": 0,
    "closing": 0,
    "held": 0,
    "status": 1,
    "labels": 2,
    "close": 2,
    "assign": 3,
    "table": 4,
    "issue": 5,
}


def kind(key: str) -> str:
    return key.split("/", 1)[0]


def turn(key: str) -> tuple[int, str]:
    return _TURN.get(kind(key), 9), key


def said_at(key: str, wanted: Wish, judged: Mapping[str, int]) -> tuple[int, str, int, str]:
    """Where something stands among what is said in one thread: by its second, then its kind, then as it was `judged`."""
    return wanted.get("at", 0), kind(key), judged.get(key.partition("/")[2], -1), key


def place(key: str, wanted: Wish, state: State, posted: Posted = NOTHING) -> int | None:
    """The thread of a wish; one for an issue of the engine's may have been made before its number was known."""
    if kind(key) == "table":
        return state.table
    thread = wanted.get("thread")
    return number(str(wanted.get("tag")), state, posted) if thread is None else thread


def number(tag: str, state: State, posted: Posted) -> int | None:
    """The number of an issue of the engine's own, as far as it is known, or was `posted`."""
    known = state.number_of(tag)
    return next(iter(posted.get(f"issue/{tag}", {}).values()), None) if known is None else known
