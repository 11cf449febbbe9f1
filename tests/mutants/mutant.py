"""A mutant: one change of one place, as the mutation tester names it."""

from __future__ import annotations

import ast
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
        """Whether a test's text names its module: whole, or out of its folder, as in `from engine.law.running import host`."""
        folder, _, name = self.module.rpartition(".")
        taken = rf"from {re.escape(folder)} import (?:\([^)]*|[^(\n]*)\b{name}\b"
        return self.module in test or re.search(taken, test) is not None


def difference(before: str, after: str) -> tuple[str, str]:
    """The lines taken away and those that came, without their indent."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    gone = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    came = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return gone, came


def lines_to_ask(text: str, place: tuple[int, int]) -> set[int]:
    """The lines that a test has to run to notice a change at this place.

    Those of the innermost statement, or of the head of a longer one. Of the head of a function all of it, and of a value at the
    top of a file those that name it: the place itself is only run as the file is imported.
    """
    tree = ast.parse(text)
    lines = {place[0]}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= place[0] <= (node.end_lineno or 0):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            if place[0] <= last:
                end = node.end_lineno or last if isinstance(node, ast.FunctionDef) else last
                lines = {*range(node.lineno, end + 1)}
    named = {name for node in tree.body if node.lineno in lines for name in _names(node)}
    return lines | {node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in named}


def _names(node: ast.stmt) -> list[str]:
    """What a statement gives a name, if that is all it does."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]
