"""What stands beside a time in a file, for people: `opened_at: 1767571200  # 2026-01-05 00:00:00 UTC`.

To YAML it is a comment: the value stays a whole number of seconds. It is written by the field's name, since a number does
not say what it counts.
"""

import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

NAMES: Final = frozenset("at time since until due".split())  # of fields, or what such a name ends in: `opened_at`
_OWN: Final = ("first", "cursor")
_FIRST, _LAST = 10**9, 10**10 - 1  # seconds since 1970: the years 2001 to 2286
_SAID = re.compile(r"([1-9][0-9]{9})  # [-0-9]{10} [:0-9]{8} UTC")


def beside(name: str, value: Any) -> str:
    """The date to write behind the value of a field; nothing if it is no time."""
    if type(value) is int and _FIRST <= value <= _LAST and _is_time(name):
        return _note(value)
    return ""


def bare(text: str) -> str:
    """A value as it is written without a date behind it. Whether that is the right one is for the caller to see."""
    found = _SAID.fullmatch(text)
    return text if found is None else found[1]


@lru_cache(maxsize=2_048)
def _is_time(name: str) -> bool:
    return name in _OWN or name.rpartition("_")[2] in NAMES


@lru_cache(maxsize=4_096)
def _note(moment: int) -> str:
    day, second = divmod(moment, 86_400)
    return f"  # {_day(day)} {second // 3_600:02d}:{second // 60 % 60:02d}:{second % 60:02d} UTC"


@lru_cache(maxsize=256)
def _day(number: int) -> str:
    """2026-01-05 of a day, counted from 1970 on: nearly each moment is another, of few days."""
    return datetime.fromtimestamp(number * 86_400, UTC).strftime("%Y-%m-%d")
