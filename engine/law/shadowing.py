"""Parameters that hide a function, or that a function hides: the code means one of them and gets the other."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from engine.law.document import Document
from engine.law.problems import Problem
from engine.law.profile import Unfit, nodes_of
from engine.law.rulebook import Rulebook


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each parameter that is called like a function, at the parameter's line."""
    for slug in book.order:
        yield from _of(book.documents[slug])


def _of(document: Document) -> Iterator[Problem]:
    try:
        nodes = nodes_of(document.code)
    except Unfit:  # told where the code is read
        return
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    loaded = {name for call in calls for name in _brought(call)}
    for name in document.parameters:
        what = "a function of this rule" if name in own else "what is loaded" if name in loaded else ""
        if what:
            line = document.lines.get(("parameters", name), 1)
            message = f"the parameter `{name}` has the name of {what}, and one hides the other: call it otherwise"
            yield Problem(document.path, line, message, "warning")


def _brought(call: ast.Call) -> set[str]:
    """The names that a `load` brings in."""
    if not (isinstance(call.func, ast.Name) and call.func.id == "load"):
        return set()
    return {str(one.value) for one in call.args[1:] if isinstance(one, ast.Constant)} | {
        str(keyword.arg) for keyword in call.keywords
    }
