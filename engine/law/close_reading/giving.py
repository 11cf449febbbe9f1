"""Functions that are asked something and give nothing back, or, of an act that they are to forbid, no reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from engine.law.documents.document import Document
from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, every_node, functions
from engine.law.rulebook import Rulebook

_SAYS: Final = frozenset({"refuse", "fail"})  # what ends it without giving anything back
_NOTHING: Final = {
    "answers": "`{}` never gives anything back, which means that the question is none of this rule's: end it with `return`",
    "adjusts": "`{}` gives nothing back, and what it is given is lost: end it with `return` and the new answer",
    "forbids": "`{}` never gives anything back, so it forbids nothing: `return` a text that says why not",
}
_TRUTH: Final = "`{}` gives {} back: a text forbids and says why, None leaves it to others, and False permits"


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each such function that the front matter names."""
    for document in book.ranked:
        own = {function.name: function for function in functions(document.code)}
        for part in _NOTHING:
            for name in dict.fromkeys(getattr(document, part).values()):
                if name in own:
                    yield from _of(document, part, own[name])


def _of(document: Document, part: str, function: ast.FunctionDef) -> Iterator[Problem]:
    nodes = every_node(function)
    given = [node for node in nodes if isinstance(node, ast.Return) and node.value is not None and not _is(node, None)]
    if not given and not any(called(node) in _SAYS for node in nodes):
        yield document.warning(function.lineno, _NOTHING[part].format(function.name))
    for node in [node for node in given if part == "forbids" and node.value is not None and _is_truth(node.value)]:
        found = "True" if _is(node, True) else "True or False"
        yield document.warning(node.lineno, _TRUTH.format(function.name, found))


def _is_truth(value: ast.expr) -> bool:
    """Whether it is surely True at times: who writes a comparison there means that True forbids, and it is a fault of the rule's."""
    if isinstance(value, ast.BoolOp):
        return _is_truth(value.values[-1])
    negated = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    return negated or isinstance(value, ast.Compare) or (isinstance(value, ast.Constant) and value.value is True)


def _is(node: ast.Return, value: object) -> bool:
    return isinstance(node.value, ast.Constant) and node.value.value is value
