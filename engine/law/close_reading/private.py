"""Functions that the front matter names and only the rule's own code can call: Starlark keeps names with `_` in front to a file."""

from __future__ import annotations

from collections.abc import Iterator

from engine.law.documents import frontmatter
from engine.law.documents.problems import Problem
from engine.law.rulebook import Rulebook


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each place at which the front matter names such a function: each use of it fails."""
    for document in book.ranked:
        for where, name in frontmatter.named(document.front):
            if name.startswith("_"):
                message = (
                    f"`{name}` can be called by this rule's own code alone: give it a name that does not begin with `_`"
                )
                yield document.doubt(*where, message=message)
