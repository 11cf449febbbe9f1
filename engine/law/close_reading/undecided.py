"""Votes that nothing decides: no rule answers `resolves_itself` for them, and none resolves them by a command or by the clock.

All may say yay, and what was to follow never comes.
"""

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, nodes_of
from engine.law.reach import Place, codes, functions, names, reaches
from engine.law.rulebook import Rulebook
from engine.store.once import once

MESSAGE: Final = (
    "nothing seems to decide a vote of the kind `{}`, whatever is said in it: answer `resolves_itself` for it, or `resolve` it by a "
    "command or a timer"
)
_CHANGES: Final = "changes"  # who looks at these is about proposals alone, though no kind is named


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each such kind, where a rule opens it."""
    for document in book.ranked:
        for line, kind in _opened(document.code):
            if not may_be_decided(book, kind):
                yield document.warning(line, MESSAGE.format(kind))


def may_be_decided(book: Rulebook, kind: str) -> bool:
    """Whether some rule in force may have a vote of this kind decided; any may that cannot be read."""
    kinds = {kind, *_kinds(book)}
    return bool(book.unreadable) or any(_may_be_about(book, place, kind, kinds) for place in _deciding(book))


@once
def _kinds(book: Rulebook) -> frozenset[str]:
    """Those of the votes that rules in force open, and the shared code that they load."""
    return frozenset(kind for code in codes(book) for _, kind in _opened(code))


def opened(book: Rulebook) -> frozenset[str] | None:
    """The kinds of votes that there are; None where one is opened whose kind is not written out."""
    calls = sum(called(node) == "open_poll" for code in codes(book) for node in nodes_of(code))
    return _kinds(book) if calls == sum(1 for code in codes(book) for _ in _opened(code)) else None


def _opened(code: str) -> Iterator[tuple[int, str]]:
    """(line within the code, kind) of each poll that is opened, where its kind is written out."""
    for node in nodes_of(code):
        match node:
            case ast.Call(func=ast.Name(id="open_poll"), args=[ast.Constant(value=str(kind)), *_]):
                yield node.lineno, kind


@once
def _deciding(book: Rulebook) -> list[Place]:
    """The functions that may have a poll decided: those that are asked whether to, and those that come to the word."""
    asked = book.speaking_of("resolves_itself")
    own = ((d.slug, function) for d in book.ranked for function in functions(book, d.slug))
    return [*asked, *(place for place in own if reaches(book, *place, "resolve"))]


def _may_be_about(book: Rulebook, place: Place, kind: str, kinds: Iterable[str]) -> bool:
    """Whether the function names the kind, or neither another nor what only proposals have: it may be about any."""
    return names(book, *place, kind) or not any(names(book, *place, other) for other in (*kinds, _CHANGES))
