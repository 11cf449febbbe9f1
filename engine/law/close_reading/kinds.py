"""Votes that code tells by a kind which no rule opens: what waits for it never comes, as for a `proposal` where it is a `rule-change`."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.law.close_reading.undecided import opened
from engine.law.documents.problems import Problem, meant
from engine.law.documents.profile import called, nodes_of
from engine.law.rulebook import Rulebook

# Of what else has a `kind`: changes, and threads as `here` tells of them.
_OTHERS: Final = ("rule", "library", "table", "issue", "pull")


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each such kind. Nothing while a rule cannot be read, or opens votes of a kind that is put together: it may be that one."""
    kinds = opened(book)
    known = {*(kinds or ()), *_OTHERS, *(kind for document in book.ranked for kind in document.documents)}
    for document in book.ranked if kinds is not None and not book.unreadable else ():
        for line, kind in told(document.code):
            if kind not in known:
                near = meant(kind, known) or _only(kinds)
                yield document.warning(line, f"no rule opens a vote of the kind `{kind}`{near}")


def _only(kinds: frozenset[str] | None) -> str:
    return (
        f"; there {'is' if len(kinds) == 1 else 'are'} {', '.join(f'`{kind}`' for kind in sorted(kinds))}"
        if kinds
        else ""
    )


@lru_cache(maxsize=1024)
def told(code: str) -> tuple[tuple[int, str], ...]:
    """(line within the code, text) of whatever is compared with `...["kind"]`, or asked for by `polls`, in the order of the text."""
    found: set[tuple[int, str]] = set()
    for node in nodes_of(code):
        match node:
            case ast.Compare(left=left, comparators=[ast.Constant(value=str(kind))]) if _is_kind(left):
                found.add((node.lineno, kind))
            case ast.Compare(left=left, comparators=[ast.List(elts=many) | ast.Tuple(elts=many)]) if _is_kind(left):
                found |= {
                    (node.lineno, one.value)
                    for one in many
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                }
            case ast.Call(args=[ast.Constant(value=str(kind))]) if called(node) == "polls":
                found.add((node.lineno, kind))
    return tuple(sorted(found))


def _is_kind(node: ast.expr) -> bool:
    match node:
        case ast.Subscript(slice=ast.Constant(value="kind")):
            return True
    return False
