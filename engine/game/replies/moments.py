"""Moments in words: by the game's own clock, with its zone."""

from typing import Final

from engine.game.calendar import BEYOND, local
from engine.store import dated

EARLIEST: Final = 1_000_000_000  # seconds; a smaller number is no moment of any game
_TIMES: Final = dated.NAMES | {"deadline"}


def is_time(name: str, value: object) -> bool:
    """Whether a field holds a moment, by its name and size: `joined_at`, `until`. A rule keeps what it likes there."""
    return type(value) is int and EARLIEST <= value < BEYOND and may_be_time(name)


def may_be_time(name: str) -> bool:
    """Whether a field of this name is for a moment: 0 there is none yet."""
    return name.rsplit("_", 1)[-1] in _TIMES


def when(time: int, timezone: str) -> str:
    """Mon 2026-01-05 12:00 (UTC)."""
    return f"{local(time, timezone).strftime('%a %Y-%m-%d %H:%M')} ({timezone})"
