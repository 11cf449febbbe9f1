"""Commands of one bare word, such as `sing`: whoever begins a comment with that word has given the command."""

from __future__ import annotations

from collections.abc import Iterator

from engine.law.documents.problems import Problem
from engine.law.rulebook import Rulebook


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each usage that begins with a single word without a sign, where it stands."""
    for document in book.ranked:
        for place, command in enumerate(document.commands):
            first, *others = command.usage.literals
            if first.isalpha() and not any(map(_is_word, others)):
                message = f"`{command.usage_text}` begins with no `/`, so that talk may be taken for it: is `/{command.usage_text}` meant?"
                yield document.doubt("commands", place, "usage", message=message)


def _is_word(literal: str) -> bool:
    return any(letter.isalpha() for letter in literal)
