"""Rules that code tells by a slug which none has: a rule is called by the name of its file, and not by its title."""

import ast
from collections.abc import Iterator
from functools import lru_cache

from engine.law.documents.problems import Problem, meant
from engine.law.documents.profile import nodes_of
from engine.law.rulebook import Rulebook


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each comparison that can never hold. Nothing while a rule cannot be read: it may be that one."""
    known = {*book.documents, *book.library}
    for document in book.whole:
        for line, slug in compared(document.code, "slug"):
            if slug not in known:
                own = f"the slug is the file's name without number, here `{document.slug}`"
                yield document.warning(line, f"no rule has the slug `{slug}`{meant(slug, known)}; {own}")


@lru_cache(maxsize=1024)
def compared(code: str, field: str) -> tuple[tuple[int, str], ...]:
    """(line within the code, text) of whatever stands beside `...["slug"]`, or another field, in a comparison; in the order of the text."""
    found = [
        (node.lineno, text)
        for node in nodes_of(code)
        if isinstance(node, ast.Compare) and any(_is_field(side, field) for side in (node.left, *node.comparators))
        for text in _texts(node.left, *node.comparators)
    ]
    return tuple(sorted(set(found)))


def _is_field(node: ast.expr, field: str) -> bool:
    match node:
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            return name == field
    return False


def _texts(*sides: ast.expr) -> Iterator[str]:
    """Each text that is written out, also in a list of them."""
    for side in sides:
        for node in side.elts if isinstance(side, ast.List | ast.Tuple) else [side]:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
