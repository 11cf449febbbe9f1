"""So many of something, in words; and what can be counted."""

from typing import TypeGuard


def counted(count: int, one: str, many: str = "") -> str:
    """`1 vote`, `2 votes`; `many` is for what takes no s behind it."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def is_number(value: object) -> TypeGuard[int | float]:
    """Python takes True for 1."""
    return isinstance(value, int | float) and not isinstance(value, bool)
