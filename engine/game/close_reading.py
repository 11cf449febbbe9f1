"""What is wrong with a law, and what may be wrong with the code of rules that load."""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.game.catalogue import ACTS, OCCASIONS, QUESTIONS, Table
from engine.game.owned import Ballot, Change, PollFacts, ProposalFacts, Tally
from engine.game.words.stub import stub
from engine.game.world.changes import declared_wrongly
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import (
    amounts,
    asked_again,
    days,
    every_kind,
    facts,
    front_matter,
    functions,
    guarded,
    handed,
    kinds,
    letters,
    nearby,
    only_asked,
    records,
    rerolls,
    shadowing,
    silenced,
    slugs,
    spans,
    twice,
    typecheck,
    unattended,
    undecided,
    unfound,
    ways,
)
from engine.law.documents.problems import Problem
from engine.law.rulebook import Rulebook, read
from engine.law.running.host import Host
from engine.law.running.sources import sources

_READERS: Final = (
    rerolls.warnings,
    silenced.warnings,
    records.undeclared,
    handed.warnings,
    slugs.warnings,
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
    front_matter.unread,
    records.wholes,
    letters.misplaced,
    letters.conflicts,
    front_matter.slashless,
    asked_again.warnings,
    unattended.warnings,
    undecided.warnings,
    kinds.warnings,
    twice.warnings,
    days.warnings,
    unfound.warnings,
    every_kind.warnings,
    amounts.warnings,
    guarded.warnings,
)
# Kind of facts -> what they have.
_FACTS: Final = {
    "poll": frozenset(PollFacts.__annotations__) | {"landed"},
    "tally": frozenset(Tally.__annotations__),
    "ballot": frozenset(Ballot.__annotations__),
    "change": frozenset(Change.__annotations__),
    "proposal": frozenset(ProposalFacts.__annotations__),
}


def looked_through(ruleset: str, texts: Mapping[str, str], host: Host) -> tuple[Rulebook, list[Problem]]:
    """The law of a ruleset's texts (path -> text), with all that is wrong with it and all that may be."""
    book, problems = read(ruleset, texts, host, FIELDS)
    problems += [*declared_wrongly(book), *book.unread_examples()]
    for document in book.documents.values():
        problems += document.warnings
    return book, [*problems, *read_closely(book), *ways.warnings(book)]


def read_closely(book: Rulebook) -> Iterator[Problem]:
    """What may be wrong with the code of rules that load: types, names, and refusals behind a roll."""
    sound = {slug: d for slug, d in book.documents.items() if slug not in book.loaded.broken}
    yield from typecheck.warnings(sources(sound, book.library), stub())
    for reader in _READERS:
        yield from reader(book)
    yield from only_asked.warnings(book, QUESTIONS)
    yield from facts.warnings(book, _parameters(QUESTIONS), _parameters(OCCASIONS), _parameters(ACTS), _FACTS)
    yield from nearby.warnings(book, QUESTIONS.keys() | OCCASIONS.keys())


def _parameters(table: Table) -> dict[str, list[str]]:
    return {name: parameters.split(", ") for name, (parameters, _) in table.items()}
