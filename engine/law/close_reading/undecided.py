"""Votes that nothing decides: no rule answers `resolves_itself` for them, and none resolves them by a command or by the clock.

All may say yay, and what was to follow never comes.
"""

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, nodes_of
from engine.law.reach import Place, functions, loaded_from, names, reaches
from engine.law.rulebook import Rulebook

MESSAGE: Final = (
    "nothing decides a vote of the kind `{}`, whatever is said in it: answer `resolves_itself` for it, or `resolve` it by a command "
    "or a timer"
)
_OF_PROPOSALS: Final = ("number", "changes")  # what functions look at that are about proposals alone, and name no kind


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each such kind, where a rule opens it. Nothing while a rule cannot be read: it may decide them."""
    opened = [(document, *found) for document in book.ranked for found in _opened(document.code)]
    shared = [book.library[slug] for slug in loaded_from(book.ranked, book.library)]
    kinds = {kind for _, _, kind in opened} | {kind for code in shared for _, kind in _opened(code)}
    deciding = _deciding(book) if opened and not book.unreadable else []
    for document, line, kind in opened if not book.unreadable else ():
        if not any(_may_be_about(book, place, kind, kinds) for place in deciding):
            yield document.warning(line, MESSAGE.format(kind))


def _opened(code: str) -> Iterator[tuple[int, str]]:
    """(line within the code, kind) of each poll that is opened, where its kind is written out."""
    for node in nodes_of(code):
        match node:
            case ast.Call(args=[ast.Constant(value=str(kind)), *_]) if called(node) == "open_poll":
                yield node.lineno, kind


def _deciding(book: Rulebook) -> list[Place]:
    """The functions that may have a poll decided: those that are asked whether to, and those that come to the word."""
    asked = [*book.answering("resolves_itself"), *book.adjusting("resolves_itself")]
    own = ((d.slug, function) for d in book.ranked for function in functions(book, d.slug))
    return [*asked, *(place for place in own if reaches(book, *place, "resolve"))]


def _may_be_about(book: Rulebook, place: Place, kind: str, kinds: Iterable[str]) -> bool:
    """Whether the function names the kind, or neither another nor what only proposals have: it may be about any."""
    return names(book, *place, kind) or not any(names(book, *place, other) for other in (*kinds, *_OF_PROPOSALS))
