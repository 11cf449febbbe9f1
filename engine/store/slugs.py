"""The names of new files, from titles."""

import re
import unicodedata
from typing import Final

# Latin letters of which a mark is no part that could be taken off.
_SPELT: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_OTHERS: Final = re.compile(r"[^a-z0-9]+")


def slug(title: str, most: int = 60, otherwise: str = "rule") -> str:
    """`Lampenöl!` -> `lampenol`, of at most so many letters; what has none that such a name can have is called `otherwise`."""
    apart = unicodedata.normalize("NFKD", title.lower())
    unmarked = "".join(c for c in apart if not unicodedata.combining(c)).translate(_SPELT)
    return _OTHERS.sub("-", unmarked).strip("-")[:most].strip("-") or otherwise
