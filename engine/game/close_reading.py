"""What may be wrong with the code of rules that load."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.catalogue import OCCASIONS, QUESTIONS
from engine.game.words.stub import stub
from engine.law.close_reading import (
    beginnings,
    copies,
    doubles,
    giving,
    idle,
    lacking,
    lookalikes,
    misplaced,
    nearby,
    private,
    reads,
    rerolls,
    shadowing,
    silenced,
    slashless,
    spans,
    typecheck,
    unbound,
    wholes,
)
from engine.law.documents.problems import Problem
from engine.law.rulebook import Rulebook
from engine.law.running.sources import sources


def read_closely(book: Rulebook) -> Iterator[Problem]:
    """What may be wrong with the code of rules that load: types, names, and refusals behind a roll."""
    sound = {slug: d for slug, d in book.documents.items() if slug not in book.loaded.broken}
    yield from typecheck.warnings(sources(sound, book.library), stub())
    yield from rerolls.warnings(book)
    yield from silenced.warnings(book)
    yield from reads.warnings(book)
    yield from shadowing.warnings(book)
    yield from beginnings.warnings(book)
    yield from unbound.warnings(book)
    yield from idle.warnings(book)
    yield from private.warnings(book)
    yield from doubles.warnings(book)
    yield from copies.warnings(book)
    yield from spans.warnings(book)
    yield from lookalikes.warnings(book)
    yield from giving.warnings(book)
    yield from lacking.warnings(book)
    yield from wholes.warnings(book)
    yield from misplaced.warnings(book)
    yield from slashless.warnings(book)
    yield from nearby.warnings(book, QUESTIONS.keys() | OCCASIONS.keys())
