"""Fields of an immutable rule that a mutable one writes: there it fails, from the day on which the other became immutable."""

import ast
from collections.abc import Iterator
from functools import lru_cache

from engine.law.close_reading.records import known_records
from engine.law.documents.problems import Problem
from engine.law.documents.profile import every_node, functions
from engine.law.rulebook import Rulebook

MESSAGE = (
    "`put` writes {field} of {collection}, which {path} declares and which is immutable: no mutable rule writes it, so this one would "
    "fail here. Leave it to a rule of that class, or declare the field in a mutable one"
)


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each field that a line is seen to write. Nothing while a rule cannot be read: it may declare the field."""
    for document in book.whole:
        if document.code and not book.is_above(document.slug):
            for line, collection, field in written(document.code):
                owner = book.documents.get(book.schemas.owner(collection, field))
                if owner is not None and book.is_above(owner.slug):
                    message = MESSAGE.format(field=f"`{field}`", collection=collection, path=owner.path)
                    yield document.warning(line, message)


@lru_cache(maxsize=1024)
def written(code: str) -> tuple[tuple[int, str, str], ...]:
    """(line, collection, field) of what is put by names that are written out: in the map that is put, or into the record before."""
    return tuple(sorted({found for function in functions(code) for found in _of(every_node(function))}))


def _of(nodes: list[ast.AST]) -> Iterator[tuple[int, str, str]]:
    known = dict(known_records(nodes))
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id="put"), args=[ast.Constant(value=str(collection)), _, record]):
                yield from ((node.lineno, collection, field) for field in _laid(record))
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(field)))]):
                if name in known:
                    yield node.lineno, known[name], field
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(field)))):
                if name in known:
                    yield node.lineno, known[name], field


def _laid(record: ast.expr) -> Iterator[str]:
    """The fields of a map, or of those that are laid over one another."""
    match record:
        case ast.Dict(keys=keys):
            yield from (key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from _laid(left)
            yield from _laid(right)
