"""Mentions in what is said: who was woken within a day is named without `@`."""

import re
from collections.abc import Callable
from typing import Final

_CODE: Final = re.compile(r"(```.*?```|~~~.*?~~~|`[^`\n]*`)", re.DOTALL)
_MENTION: Final = re.compile(r"(?<![A-Za-z0-9_`/@])@([A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)")


def sparing(text: str, may_wake: Callable[[str], bool]) -> str:
    """The text with `@` before those only who may be woken. What is written as code wakes nobody and stays."""
    if "@" not in text:
        return text
    parts = _CODE.split(text)
    parts[::2] = [_MENTION.sub(lambda found: found[0] if may_wake(found[1]) else found[1], part) for part in parts[::2]]
    return "".join(parts)
