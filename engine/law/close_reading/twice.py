"""Two copies of what may be one record: the second `put` takes back the first, where somebody names themselves.

Who gives to themselves then has more than before.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, every_node, functions
from engine.law.rulebook import Rulebook

MESSAGE = (
    "where `{other}` is `{one}`, this takes back what was put in line {line}, for both were copied before: refuse that, or `get` again "
    "behind the first `put`"
)


@dataclass(frozen=True)
class _Copy:
    """A name that a record was given to, and the name of its key."""

    name: str
    collection: str
    key: str
    line: int


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each `put` of a copy that was taken before another record of its collection was put, by another key that may be the same."""
    for document in book.ranked:
        for function in functions(document.code):
            for line, first, one, other in _overlapping(function):
                first += document.code_line - 1
                yield document.warning(line, MESSAGE.format(one=one, other=other, line=first))


def _overlapping(function: ast.FunctionDef) -> Iterator[tuple[int, int, str, str]]:
    """(line of the second put, that of the first, the key of the first, that of the second)."""
    nodes = every_node(function)
    copies = [copy for node in nodes for copy in _copies(node)]
    puts = sorted((put for node in nodes for put in _puts(node, copies)), key=lambda put: put[0])
    for place, (line, copy) in enumerate(puts):
        for earlier, other in puts[:place]:
            both = copy.collection == other.collection and copy.key != other.key
            if both and copy.line < earlier and not _are_compared(nodes, {copy.key, other.key}):
                yield line, earlier, other.key, copy.key
                break


def _copies(node: ast.AST) -> Iterator[_Copy]:
    match node:
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.Call(args=[ast.Constant(value=str(collection)), ast.Name(id=key)]) as call,
        ) if called(call) == "get":
            yield _Copy(name, collection, key, node.lineno)


def _puts(node: ast.AST, copies: list[_Copy]) -> Iterator[tuple[int, _Copy]]:
    """A `put` of what such a copy has become."""
    match node:
        case ast.Call(args=[ast.Constant(value=str(collection)), ast.Name(id=key), record]) if called(node) == "put":
            used = {part.id for part in ast.walk(record) if isinstance(part, ast.Name)}
            for copy in copies:
                if (copy.collection, copy.key) == (collection, key) and copy.name in used and copy.line < node.lineno:
                    yield node.lineno, copy
                    break


def _are_compared(nodes: list[ast.AST], keys: set[str]) -> bool:
    return any(
        isinstance(node, ast.Compare) and keys <= {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        for node in nodes
    )
