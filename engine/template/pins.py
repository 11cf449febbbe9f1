"""The pin of a game: which version of the engine it asks for, and which of two versions is the later."""

from __future__ import annotations

import re
from typing import Final

_PIN: Final = re.compile(r"^nomic-engine==(\S+)$", re.MULTILINE)


def pinned(text: str) -> str | None:
    """The version a pin names; None if it names none, such as one that gives an address."""
    found = _PIN.search(text)
    return found[1] if found else None


def age(version: str) -> tuple[tuple[int, ...], bool]:
    """Sorts versions: by their numbers, and what is not yet released before what is."""
    numbers = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(n) for n in numbers[0].split(".")) if numbers else (), numbers is not None and numbers[
        0
    ] == version
