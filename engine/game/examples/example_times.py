"""The times of an example, as they are written."""

from typing import Final

from engine.game.calendar import from_stamp, stamp

START: Final = "2026-01-05T12:00:00Z"


def moment(text: str) -> int:
    """The time that is written, in seconds since 1970. Raises ValueError."""
    try:
        return from_stamp(text)
    except ValueError:
        raise ValueError(f"{text!r} is no time: write it as {START}") from None


def later(time: int, now: int) -> int:
    """A time that the clock is to come to. Raises ValueError where it is over."""
    if time < now:
        raise ValueError(f"it is {stamp(now)} already, and no time comes back")
    return time
