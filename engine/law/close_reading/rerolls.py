"""Where a refusal can follow a roll: whoever dislikes the roll could make the command fail, and have another."""

from collections.abc import Iterator
from typing import Final

from engine.law.close_reading.going_on import leads_on
from engine.law.documents.problems import Problem
from engine.law.documents.profile import functions as functions_of
from engine.law.reach import Place, functions, mentions, reaches
from engine.law.rulebook import Rulebook
from engine.store.layout import shared_path

CHANCE: Final = frozenset({"roll", "dice", "choose", "shuffle"})
REFUSING: Final = frozenset({"refuse"})
MESSAGE: Final = "a refusal can follow the roll in line {line}: who dislikes the roll can have another; refuse first"


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each function in which, as the lines stand, something that may refuse comes after something that rolls."""
    paths = {slug: (d.path, d.code_line - 1) for slug, d in book.documents.items()}
    paths = {slug: (shared_path(slug), 0) for slug in book.library} | paths
    for slug, (path, offset) in sorted(paths.items()):
        for name in functions(book, slug):
            found = _first_after(book, slug, name)
            if found is not None:
                rolled, refused = (line + offset for line in found)
                yield Problem(path, refused, f"{name}: {MESSAGE.format(line=rolled)}", "warning")


def _first_after(book: Rulebook, slug: str, function: str) -> tuple[int, int] | None:
    """(line of the roll, line of the refusal) of the first refusal that may be come to behind a roll."""
    rolls: list[int] = []
    for line, place in mentions(book, slug, function):
        if rolls and _comes_to(book, place, REFUSING):
            before = [rolled for rolled in rolls if _goes_on(book, slug, function, rolled, line)]
            if before:
                return before[0], line
        if _comes_to(book, place, CHANCE):
            rolls.append(line)
    return None


def _goes_on(book: Rulebook, slug: str, function: str, first: int, then: int) -> bool:
    code = book.documents[slug].code if slug in book.documents else book.library[slug]
    return all(leads_on(one.body, first, then) for one in functions_of(code) if one.name == function)


def _comes_to(book: Rulebook, place: Place, words: frozenset[str]) -> bool:
    return place[1] in words or reaches(book, *place, words)
