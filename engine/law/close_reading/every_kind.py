"""What hears of votes and never looks at which: it takes those of every kind for its own.

Who is paid for an adopted rule-change would be paid for each motion as well. How votes are counted may be said for all.
"""

from collections.abc import Iterator
from typing import Final

from engine.law.close_reading.undecided import opened
from engine.law.documents.problems import Problem
from engine.law.documents.vocabulary import CHANGING
from engine.law.reach import names, reaches
from engine.law.rulebook import Rulebook
from engine.store.joined import joined

_HEARD: Final = ("voted", "quorum_reached", "adopted", "rejected")
_DOING: Final = CHANGING | {"refuse"}  # who comes to none of these takes nothing for its own
_TELLING: Final = ("kind", "number", "changes", "data", "key", "thread", "electors")  # of these each tells votes apart


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each such function, in games that know votes of several kinds. Nothing while a rule cannot be read."""
    kinds = sorted(opened(book) or ())
    every = joined([f"`{kind}`" for kind in kinds])
    for document in book.whole if len(kinds) > 1 else ():
        for name, function in document.on.items():
            heard = name in _HEARD and reaches(book, document.slug, function, _DOING)
            if heard and not any(names(book, document.slug, function, word) for word in _TELLING):
                message = f'`{function}` hears of votes of every kind, {every}, and never looks at `poll["kind"]`'
                yield document.doubt("on", name, message=message)
