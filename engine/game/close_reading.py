"""What may be wrong with the code of rules that load."""

from collections.abc import Iterator
from typing import Final

from engine.game.catalogue import OCCASIONS, QUESTIONS
from engine.game.words.stub import stub
from engine.law.close_reading import (
    asked_again,
    front_matter,
    functions,
    letters,
    nearby,
    records,
    rerolls,
    shadowing,
    silenced,
    spans,
    typecheck,
)
from engine.law.documents.problems import Problem
from engine.law.rulebook import Rulebook
from engine.law.running.sources import sources

_READERS: Final = (
    rerolls.warnings,
    silenced.warnings,
    records.undeclared,
    shadowing.warnings,
    front_matter.beginnings,
    front_matter.unbound,
    functions.idle,
    front_matter.private,
    functions.doubles,
    records.copies,
    spans.warnings,
    letters.lookalikes,
    functions.giving,
    front_matter.lacking,
    records.wholes,
    letters.misplaced,
    front_matter.slashless,
    asked_again.warnings,
)


def read_closely(book: Rulebook) -> Iterator[Problem]:
    """What may be wrong with the code of rules that load: types, names, and refusals behind a roll."""
    sound = {slug: d for slug, d in book.documents.items() if slug not in book.loaded.broken}
    yield from typecheck.warnings(sources(sound, book.library), stub())
    for reader in _READERS:
        yield from reader(book)
    yield from nearby.warnings(book, QUESTIONS.keys() | OCCASIONS.keys())
