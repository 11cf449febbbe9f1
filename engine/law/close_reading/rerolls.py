"""Where a refusal can follow a roll: whoever dislikes the roll could make the command fail, and have another."""

from collections.abc import Iterator
from typing import Final

from engine.law.documents.problems import Problem
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
    """(line of the roll, line of the refusal) of the first refusal behind a roll."""
    rolled = None
    for line, place in mentions(book, slug, function):
        if rolled is not None and _comes_to(book, place, REFUSING):
            return rolled, line
        if rolled is None and _comes_to(book, place, CHANCE):
            rolled = line
    return None


def _comes_to(book: Rulebook, place: Place, words: frozenset[str]) -> bool:
    return place[1] in words or reaches(book, *place, words)
