"""Functions that the referee asks, or that may forbid something, and that would change something: these only read, and fail."""

from collections.abc import Collection, Iterator

from engine.law.documents.document import Document
from engine.law.documents.problems import Problem
from engine.law.documents.vocabulary import CHANGING
from engine.law.reach import reaches
from engine.law.rulebook import Rulebook
from engine.store.joined import joined


def warnings(book: Rulebook, questions: Collection[str]) -> Iterator[Problem]:
    """One for each such function where the front matter names it. `questions`: those that the referee asks."""
    for document in book.ranked:
        for part, name, function in _asked(document, questions):
            words = sorted(word for word in CHANGING if reaches(book, document.slug, function, word))
            if words:
                used = joined([f"`{word}`" for word in words], "or")
                message = (
                    f"`{function}` only answers, and fails where it comes to {used}: let it change and say nothing"
                )
                yield document.doubt(part, name, message=message)


def _asked(document: Document, questions: Collection[str]) -> Iterator[tuple[str, str, str]]:
    for part, named in (("answers", document.answers), ("adjusts", document.adjusts)):
        yield from ((part, name, function) for name, function in named.items() if name in questions)
    yield from (("forbids", act, function) for act, function in document.forbids.items())
