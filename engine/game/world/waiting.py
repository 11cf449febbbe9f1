"""How many bytes what waits to be said takes, about and seldom less, without writing all of it each time one is added."""

from collections.abc import Mapping
from typing import Any, Final

from engine.store import canon

A_WISH: Final = 300  # bytes that a wish takes beside its texts
INDENT: Final = 6  # spaces before each line of one of its texts, where it is written in lines


def bytes_of_wish(key: str, wish: Mapping[str, Any] | None) -> int:
    """Bytes of a wish as it is written; 0 of none."""
    if wish is None:
        return 0
    listed = [one for value in wish.values() for one in (value if isinstance(value, list) else [value])]
    return A_WISH + sum(bytes_of_text(text) for text in (key, *listed) if isinstance(text, str))


def bytes_of_text(text: str) -> int:
    """Bytes, at most, of a text as it is written: on one line, or in lines of its own."""
    return len(canon.scalar(text).encode()) + INDENT * text.count("\n")
