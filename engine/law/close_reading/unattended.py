"""What the clock has to do and may refuse: there nobody is told what to do instead, and what was done for all others is undone.

A tax that one player cannot pay would be taken from nobody, and tried again in vain until that player can.
"""

import ast
from collections.abc import Iterator

from engine.law.documents.document import Document
from engine.law.documents.problems import Problem
from engine.law.documents.profile import called, nodes_of
from engine.law.reach import reaches
from engine.law.rulebook import Rulebook

MESSAGE = "`{}` is run by the clock and can refuse, which undoes what it does for all others: leave out for whom it cannot be done"


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each entry of a `schedule`, and for each timer that is set, whose function may come to `refuse`."""
    for document in book.ranked:
        for place, entry in enumerate(document.schedule):
            if reaches(book, document.slug, entry["run"], "refuse"):
                yield document.doubt("schedule", place, "run", message=MESSAGE.format(entry["run"]))
        for line, function in _timers(document):
            if reaches(book, document.slug, function, "refuse"):
                yield document.warning(line, MESSAGE.format(function))


def _timers(document: Document) -> Iterator[tuple[int, str]]:
    """(line within the code, function) of each timer whose function is written out."""
    for node in nodes_of(document.code):
        match node:
            case ast.Call(args=[_, _, ast.Constant(value=str(function)), *_]) if called(node) == "set_timer":
                yield node.lineno, function
