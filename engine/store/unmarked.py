"""Titles as they are spelt without marks, for the names of new files."""

from __future__ import annotations

import unicodedata
from typing import Final

# Latin letters of which a mark is no part that could be taken off.
_SPELT: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)


def unmarked(title: str) -> str:
    """`Lampenöl` -> `lampenol`: small letters, Latin ones without their marks; whatever else there is stays."""
    apart = unicodedata.normalize("NFKD", title.lower())
    return "".join(c for c in apart if not unicodedata.combining(c)).translate(_SPELT)
