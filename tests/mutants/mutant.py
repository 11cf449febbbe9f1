"""A mutant: one change of one place, as the mutation tester names it."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """The file from the root, the operator's name, the how manieth of its places there, and line and column."""

    path: str
    operator: str
    occurrence: int
    place: tuple[int, int]

    @property
    def room(self) -> str:
        return self.path.split("/")[1]

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def is_named_in(self, test: str) -> bool:
        """Whether a test's text names its module: whole, or out of its folder, as in `from engine.law import host`."""
        folder, _, name = self.module.rpartition(".")
        taken = rf"from {re.escape(folder)} import (?:\([^)]*|[^(\n]*)\b{name}\b"
        return self.module in test or re.search(taken, test) is not None


def difference(before: str, after: str) -> tuple[str, str]:
    """The lines taken away and those that came, without their indent."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    gone = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    came = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return gone, came
