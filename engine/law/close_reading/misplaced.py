"""Code that stands in the prose of a rule without code: it is voted on, and nobody runs it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.law.documents import unread
from engine.law.documents.problems import Problem
from engine.law.rulebook import Rulebook


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each such rule, where the first function begins."""
    for document in book.ranked:
        line = 0 if document.code.strip() else unread.line_of_code(document.text, document.blocks)
        if line:
            said = unread.code(document.blocks, document.prose)
            yield Problem(document.path, line, f"the rule has no code{said}", "warning")
