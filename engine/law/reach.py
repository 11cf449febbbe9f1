"""Which words a rule's function can come to, through the functions it calls, here and in what the rule loads."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from engine.law.profile import Unfit, tree
from engine.law.rulebook import Rulebook


def reaches(book: Rulebook, slug: str, function: str, word: str) -> bool:
    """Whether the function of that rule may call a host word. What cannot be parsed reaches nothing."""
    waiting, seen = [(slug, function)], set()
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        names, loaded = _names(book, *place)
        if word in names:
            return True
        waiting += [loaded.get(name, (place[0], name)) for name in names]
    return False


def _names(book: Rulebook, slug: str, function: str) -> tuple[set[str], Mapping[str, tuple[str, str]]]:
    """The names a function mentions, and where each loaded name comes from."""
    code = book.documents[slug].code if slug in book.documents else book.library.get(slug, "")
    try:
        body = tree(code).body
    except Unfit:
        return set(), {}
    loaded: dict[str, tuple[str, str]] = {}
    for statement in body:
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id="load"), args=[ast.Constant(value=str(source)), *rest])):
                names = [n.value for n in rest if isinstance(n, ast.Constant) and isinstance(n.value, str)]
                loaded |= {name: (source, name) for name in names}
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}, loaded
    return set(), loaded
