"""The times of an example, as they are written."""

from typing import Final

from engine.game.calendar import DAY, from_stamp, stamp

START: Final = "2026-01-05T12:00:00Z"
_FIRST: Final = 2 * DAY  # whatever the time zone, and whatever is looked for from a day or two before, has a date
_LAST: Final = from_stamp("3000-01-01T00:00:00Z")


def moment(text: str) -> int:
    """The time that is written, in seconds since 1970. Raises ValueError."""
    try:
        time = from_stamp(text)
    except ValueError:
        raise ValueError(f"{text!r} is no time: write it as {START}") from None
    if not _FIRST <= time < _LAST:
        raise ValueError(f"{text!r} is beyond the clock of an example, which goes from 1970 to 2999")
    return time


def later(time: int, now: int) -> int:
    """A time that the clock is to come to. Raises ValueError where it is over."""
    if time < now:
        raise ValueError(f"it is {stamp(now)} already, and no time comes back")
    return time
