"""Fields that code reads of a record and that no rule declares: there the rule would fail, once it comes so far.

Seen is what is read of `get(...)` at once, or of a name that the function gives to nothing else.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.law.documents.problems import Problem, meant
from engine.law.documents.profile import every_node, functions
from engine.law.rulebook import Rulebook

_LOOSE = frozenset({"polls", "timers"})  # rules see more of them than their records hold


@dataclass(frozen=True)
class Read:
    """A field read at a line (within the code)."""

    line: int
    collection: str
    field: str


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each field that is read and that nobody declares, where it is read. Nothing while a rule cannot be read."""
    for document in book.ranked if not book.unreadable else ():
        for read in reads(document.code):
            fields = book.schemas.fields(read.collection)
            if fields and read.field not in fields and read.collection not in _LOOSE:
                message = (
                    f"get: no rule declares the field `{read.field}` of {read.collection}{meant(read.field, fields)}"
                )
                yield document.warning(read.line, message)


@lru_cache(maxsize=1024)
def reads(code: str) -> tuple[Read, ...]:
    """What the code reads by names that are written out, in the order of the text."""
    return tuple(sorted({read for function in functions(code) for read in _of(function)}, key=lambda one: one.line))


def _of(function: ast.FunctionDef) -> Iterator[Read]:
    nodes = every_node(function)
    known = dict(_records(nodes))
    given = Counter(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    given.update(node.arg for node in nodes if isinstance(node, ast.arg))
    for node in nodes:
        match node:
            case ast.Subscript(value=value, slice=ast.Constant(value=str(field)), ctx=ast.Load()):
                collection = _collection(value)
                if isinstance(value, ast.Name) and given[value.id] == 1:
                    collection = known.get(value.id, "")
                if collection:
                    yield Read(node.lineno, collection, field)


def _records(nodes: list[ast.AST]) -> Iterator[tuple[str, str]]:
    """Names that a record is given to, with its collection."""
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _collection(value):
                yield name, _collection(value)


def _collection(node: ast.expr) -> str:
    """Of which collection this is a record; empty where it is none, or may be something else."""
    match node:
        case ast.Call(func=ast.Name(id="get"), args=[ast.Constant(value=str(name)), *_]):
            return name
    return ""
