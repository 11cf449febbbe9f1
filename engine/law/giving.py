"""Functions that are asked something and give nothing back, or, of an act that they are to forbid, no reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from engine.law.document import Document
from engine.law.problems import Problem
from engine.law.profile import every_node, tree
from engine.law.rulebook import Rulebook

_SAYS: Final = frozenset({"refuse", "fail"})  # what ends it without giving anything back
_NOTHING: Final = {
    "answers": "`{}` never gives anything back, which means that the question is none of this rule's: end it with `return`",
    "adjusts": "`{}` gives nothing back, and what it is given is lost: end it with `return` and the new answer",
    "forbids": "`{}` never gives anything back, so it forbids nothing: `return` a text that says why not",
}
_TRUE: Final = "`{}` gives True back: a text forbids and says why, None leaves it to others, and False permits"


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each such function that the front matter names."""
    for slug in book.order:
        document = book.documents[slug]
        functions = {node.name: node for node in tree(document.code).body if isinstance(node, ast.FunctionDef)}
        for part in _NOTHING:
            for name in dict.fromkeys(getattr(document, part).values()):
                if name in functions:
                    yield from _of(document, part, functions[name])


def _of(document: Document, part: str, function: ast.FunctionDef) -> Iterator[Problem]:
    nodes = every_node(function)
    given = [node for node in nodes if isinstance(node, ast.Return) and node.value is not None and not _is(node, None)]
    ends = any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _SAYS for node in nodes
    )
    if not given and not ends:
        yield document.warning(function.lineno, _NOTHING[part].format(function.name))
    for node in [node for node in given if part == "forbids" and _is(node, True)]:
        yield document.warning(node.lineno, _TRUE.format(function.name))


def _is(node: ast.Return, value: object) -> bool:
    return isinstance(node.value, ast.Constant) and node.value.value is value
