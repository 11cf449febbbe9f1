"""Timers that are set to a length of time in place of a moment: they would go off within a minute."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from engine.law.problems import Problem
from engine.law.profile import tree
from engine.law.rulebook import Rulebook

_LENGTHS: Final = frozenset({"hours", "days"})
_LONGEST: Final = 1_000_000_000  # seconds: less is a length of time, or a moment long past
_MESSAGE: Final = "`set_timer` takes a moment, and `{given}` is a length of time: write `now() + {given}`"


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each such timer, where it is set."""
    for slug in book.order:
        document = book.documents[slug]
        for node in ast.walk(tree(document.code)):
            given = _moment(node)
            if given is not None and _is_length(given):
                line = document.code_line + given.lineno - 1
                yield Problem(document.path, line, _MESSAGE.format(given=ast.unparse(given)), "warning")


def _moment(node: ast.AST) -> ast.expr | None:
    """What stands for the moment, if this sets a timer."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "set_timer"):
        return None
    named = (keyword.value for keyword in node.keywords if keyword.arg == "at")
    return node.args[1] if len(node.args) > 1 else next(named, None)


def _is_length(node: ast.expr) -> bool:
    """Whether it is a length as it stands here; what a name stands for is not looked for."""
    if isinstance(node, ast.BinOp):
        return _is_length(node.left) and _is_length(node.right)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float) and node.value < _LONGEST
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _LENGTHS
