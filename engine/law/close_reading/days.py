"""Days and hours that no calendar has: `weekday` is 1 to 7, from Monday on, and never 0 or a name."""

import ast
from collections.abc import Iterator
from typing import Final

from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, every_node, functions
from engine.law.rulebook import Rulebook

_RANGES: Final = {
    "weekday": (1, 7, ", where 1 is Monday"),
    "month": (1, 12, ""),
    "day": (1, 31, ""),
    "hour": (0, 23, ""),
    "minute": (0, 59, ""),
    "second": (0, 59, ""),
}


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each comparison of a field of `date` with what that field never is."""
    for document in book.ranked:
        for function in functions(document.code):
            for line, field, value in _compared(function):
                least, most, more = _RANGES[field]
                message = f"`{field}` is never {value!r}: it is a whole number from {least} to {most}{more}"
                yield document.warning(line, message)


def _compared(function: ast.FunctionDef) -> Iterator[tuple[int, str, object]]:
    nodes = every_node(function)
    dates = {name for node in nodes for name in _given(node)}
    for node in nodes:
        match node:
            case ast.Compare(
                left=ast.Subscript(value=value, slice=ast.Constant(value=str(field))),
                ops=[ast.Eq() | ast.NotEq()],
                comparators=[other],
            ) if field in _RANGES and (called(value) == "date" or (isinstance(value, ast.Name) and value.id in dates)):
                if isinstance(other, ast.Constant) and not _may_be(field, other.value):
                    yield node.lineno, field, other.value


def _given(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if called(value) == "date":
            yield name


def _may_be(field: str, value: object) -> bool:
    least, most, _ = _RANGES[field]
    return type(value) is int and least <= value <= most
