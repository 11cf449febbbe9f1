"""Votes that code tells by a kind which no rule opens: what waits for it never comes, as for a `proposal` where it is a `rule-change`."""

import ast
from collections.abc import Iterator
from typing import Final

from engine.law.close_reading.slugs import compared
from engine.law.close_reading.undecided import opened
from engine.law.documents.problems import Problem, meant
from engine.law.documents.profile import called, nodes_of
from engine.law.rulebook import Rulebook
from engine.store.joined import in_code

# Of what else has a `kind`: changes, and threads as `here` tells of them.
_OTHERS: Final = ("rule", "library", "table", "issue", "pull")


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each such kind. Nothing while a rule cannot be read, or opens votes of a kind that is put together: it may be that one."""
    kinds = opened(book)
    known = {*(kinds or ()), *_OTHERS, *(kind for document in book.ranked for kind in document.documents)}
    for document in book.whole if kinds is not None else ():
        for line, kind in _told(document.code):
            if kind not in known:
                near = meant(kind, known) or _only(kinds)
                yield document.warning(line, f"no rule opens a vote of the kind `{kind}`{near}")


def _only(kinds: frozenset[str] | None) -> str:
    return f"; there {'is' if len(kinds) == 1 else 'are'} {in_code(sorted(kinds), ', ')}" if kinds else ""


def _told(code: str) -> list[tuple[int, str]]:
    """(line within the code, text) of whatever is compared with `...["kind"]`, or asked for by `polls`, in the order of the text."""
    return sorted({*compared(code, "kind"), *_asked_for(code)})


def _asked_for(code: str) -> Iterator[tuple[int, str]]:
    for node in nodes_of(code):
        match node:
            case ast.Call(args=[ast.Constant(value=str(kind))]) if called(node) == "polls":
                yield node.lineno, kind
