"""What the pages of a board were made of, so that the next time only those of something else are made."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, is_dataclass
from functools import cache
from typing import Any, Final, Self

from engine.site import HERE

NOTES: Final = ".board.json"


@dataclass(frozen=True)
class DayTold:
    """Of a file of the journal: `gone` are (comment, entry) whose words it says were edited or deleted; the comments and rules it names."""

    gone: tuple[tuple[int, str], ...] = ()
    comments: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> Self:
        """Raises KeyError, TypeError, ValueError where it is none."""
        gone = tuple((int(n), str(by)) for n, by in found["gone"])
        return cls(gone, tuple(map(int, found["comments"])), tuple(map(str, found["rules"])))


@dataclass(frozen=True)
class Notes:
    """`made`: path -> hash of what it was made from; `told`: hash of a journal file -> what is to be known of it."""

    made: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, DayTold] = field(default_factory=dict)
    whole: str = ""  # what the whole board was made from

    @classmethod
    def read(cls, text: str) -> Self:
        """Nothing, where there is none or it is none of ours."""
        try:
            found = json.loads(text)
            told = {str(k): DayTold.read(v) for k, v in found["told"].items()}
            return cls({str(k): str(v) for k, v in found["made"].items()}, told, str(found["whole"]))
        except (ValueError, KeyError, TypeError, AttributeError):
            return cls()

    def text(self) -> str:
        plain = {"made": self.made, "told": {k: asdict(v) for k, v in self.told.items()}, "whole": self.whole}
        return json.dumps(plain, sort_keys=True, separators=(",", ":")) + "\n"


@cache
def templates() -> str:
    """All that pages are made with, as one hash: with other templates, other pages."""
    return digest([path.read_text("utf-8") for path in sorted(HERE.rglob("*.*")) if path.suffix != ".pyc"])


def digest(value: Any) -> str:
    """Of plain data, and of dataclasses that hold such."""
    text = json.dumps(value, sort_keys=True, default=_plain, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _plain(value: Any) -> Any:
    """Raises TypeError for what has no form that is the same each time."""
    if is_dataclass(value) and not isinstance(value, type):
        return vars(value)
    raise TypeError(f"{type(value).__name__} has no digest")
