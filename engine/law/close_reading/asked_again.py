"""Who forbids `open` is asked again before what was adopted lands: a word about the moment of opening keeps it from landing, too."""

from collections.abc import Iterator
from typing import Final

from engine.law.documents.problems import Problem
from engine.law.reach import names, reaches
from engine.law.rulebook import Rulebook

OF_THE_MOMENT: Final = frozenset({"now", "polls"})
TELLS_THEM_APART: Final = "status"


def warnings(book: Rulebook) -> Iterator[Problem]:
    """Prohibitions of `open` that look at the time, or at what else is open, and not whether this proposal is open already."""
    for document in book.ranked:
        function = document.forbids.get("open")
        if function and _of_the_moment(book, document.slug, function):
            message = (
                f"`{function}` is asked again at a push and before what was adopted lands: what it says of the time, or of other "
                "polls, keeps that from landing, too. To forbid the opening alone, let it give None where "
                '`(get("polls", proposal["thread"]) or {}).get("status") in ("open", "adopted")`'
            )
            yield document.doubt("forbids", "open", message=message)


def _of_the_moment(book: Rulebook, slug: str, function: str) -> bool:
    return reaches(book, slug, function, OF_THE_MOMENT) and not names(book, slug, function, TELLS_THEM_APART)
