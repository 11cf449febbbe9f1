"""Code that nothing calls: a rule whose front matter names no function, and of which no other rule loads or calls one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from engine.law.documents.document import Document
from engine.law.documents.problems import Problem
from engine.law.documents.profile import Unfit, nodes_of
from engine.law.reach import functions
from engine.law.rulebook import Rulebook


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each rule with functions that nothing comes to. Where some rule calls by a name that is worked out, none is told."""
    named = _named(book)
    if named is None:
        return
    for slug, document in zip(book.order, book.ranked, strict=True):
        if document.kind == "rule" and slug not in named and not _is_called(document) and functions(book, slug):
            message = (
                "nothing in the law calls this code: the front matter names none of its functions, under `commands`, `on`, "
                "`schedule`, `answers`, `adjusts` or `forbids`, and no other rule loads it"
            )
            yield document.warning(1, message)


def _is_called(document: Document) -> bool:
    own = (document.commands, document.on, document.schedule, document.answers, document.adjusts, document.forbids)
    return any(own)


def _named(book: Rulebook) -> set[str] | None:
    """The slugs of which some code loads, or calls a function; None where that cannot be told."""
    found: set[str] = set()
    for code in [*(document.code for document in book.documents.values()), *book.library.values()]:
        try:
            nodes = nodes_of(code)
        except Unfit:
            return None
        named = [slug for node in nodes for slug in _written_out(node)]
        if sum(isinstance(node, ast.Name) and node.id in ("load", "call") for node in nodes) != len(named):
            return None
        found.update(named)
    return found


def _written_out(node: ast.AST) -> tuple[str, ...]:
    match node:
        case ast.Call(func=ast.Name(id="load" | "call"), args=[ast.Constant(value=str(slug)), *_]):
            return (slug,)
    return ()
