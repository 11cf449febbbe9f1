"""Faults on demand: each named, struck so many times, and counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

# An answer instead of the real one: status and message. The rest act in the server.
ANSWERS: Final[dict[str, tuple[int, str]]] = {
    "unauthorized": (401, "Bad credentials"),
    "forbidden": (403, "Resource not accessible by integration"),
    "rate_limit": (403, "API rate limit exceeded"),
    "secondary_limit": (429, "You have exceeded a secondary rate limit"),
    "bad_gateway": (502, "Server Error"),
    "lost_answer": (502, "Server Error"),
}


@dataclass
class Faults:
    """`strike(name, times, path)`: the next so many requests whose `METHOD path` contains the text are struck."""

    waiting: list[tuple[str, str]] = field(default_factory=list)
    struck: Counter[str] = field(default_factory=Counter)

    def strike(self, name: str, times: int = 1, path: str = "") -> None:
        self.waiting += [(name, path)] * times

    def next(self, request: str, *names: str) -> str | None:
        """The fault that hits this request, if one is waiting for it; `names` limits which."""
        for place, (name, path) in enumerate(self.waiting):
            if path in request and (not names or name in names):
                del self.waiting[place]
                self.struck[name] += 1
                return name
        return None
