"""So many of something, in words."""

from __future__ import annotations


def counted(count: int, one: str, many: str = "") -> str:
    """`1 vote`, `2 votes`; `many` is for what takes no s behind it."""
    return f"{count} {one if count == 1 else many or one + 's'}"
