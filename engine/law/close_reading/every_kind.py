"""What hears of votes, or answers for them, and never looks at which: it takes those of every kind for its own.

Who is paid for an adopted rule-change would be paid for each motion as well.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.law.close_reading.undecided import opened
from engine.law.documents.document import Document
from engine.law.documents.problems import Problem
from engine.law.reach import names
from engine.law.rulebook import Rulebook
from engine.store.joined import joined

_HEARD: Final = ("voted", "quorum_reached", "adopted", "rejected")
_ANSWERED: Final = ("quorum", "verdict", "resolves_itself", "outcome")
_TELLING: Final = ("kind", "number", "changes", "data", "key", "thread", "electors")  # of these each tells votes apart


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each such function, in games that know votes of several kinds. Nothing while a rule cannot be read."""
    kinds = sorted(opened(book) or ()) if not book.unreadable else []
    every = joined([f"`{kind}`" for kind in kinds])
    for document in book.ranked if len(kinds) > 1 else ():
        for part, name, function in _told(document):
            if not any(names(book, document.slug, function, word) for word in _TELLING):
                message = f'`{function}` is for votes of every kind, {every}, as it never looks at `poll["kind"]`'
                yield document.doubt(part, name, message=message)


def _told(document: Document) -> Iterator[tuple[str, str, str]]:
    parts: tuple[tuple[str, Mapping[str, str], tuple[str, ...]], ...] = (
        ("on", document.on, _HEARD),
        ("answers", document.answers, _ANSWERED),
        ("adjusts", document.adjusts, _ANSWERED),
    )
    for part, named, wanted in parts:
        yield from ((part, name, function) for name, function in named.items() if name in wanted)
