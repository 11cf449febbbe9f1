"""Values written into the copy that `get` gives, which nobody puts back: code that seems to change a record and does not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from engine.law.documents.document import Document
from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, every_node, functions
from engine.law.rulebook import Rulebook

COPY: Final = "what `get` gives is a copy: what is written into it is kept only if the record is `put`"


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each line that writes into such a copy."""
    for document in book.ranked:
        if document.code and document.slug not in book.loaded.broken:
            yield from (document.warning(line, COPY) for line in sorted(set(_lines(document))))


def _lines(document: Document) -> Iterator[int]:
    for function in functions(document.code):
        nodes = every_node(function)
        lost = _lost(nodes)
        for node in nodes:
            if isinstance(node, ast.Assign | ast.AugAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                yield from (node.lineno for target in targets if _is_into_a_copy(target, lost))


def _is_into_a_copy(target: ast.expr, lost: set[str]) -> bool:
    if not isinstance(target, ast.Subscript):
        return False
    inmost: ast.expr = target
    while isinstance(inmost, ast.Subscript):
        inmost = inmost.value
    return called(inmost) == "get" or (isinstance(inmost, ast.Name) and inmost.id in lost)


def _lost(nodes: list[ast.AST]) -> set[str]:
    """The names of a function that stand for what `get` gave alone, and that are never used as a whole."""
    within = {id(node.value) for node in nodes if isinstance(node, ast.Subscript)}
    got: set[str] = set()
    otherwise: set[str] = set()
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if called(value) == "get":
                got.add(name)
                within.add(id(node.targets[0]))
            case ast.arg(arg=name):
                otherwise.add(name)
    used = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in within}
    return got - used - otherwise
