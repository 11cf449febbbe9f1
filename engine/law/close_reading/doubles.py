"""What stands twice in one rule, of which only one is ever run: a usage, or a function of its code."""

from __future__ import annotations

from collections.abc import Iterator

from engine.law.close_reading.clashes import forms_of
from engine.law.documents.document import Document
from engine.law.documents.problems import Problem
from engine.law.documents.profile import functions
from engine.law.rulebook import Rulebook


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each usage that an earlier command of its rule has, and for each function that a later one takes the place of."""
    for document in book.ranked:
        yield from _usages(document)
        yield from _functions(document)


def _usages(document: Document) -> Iterator[Problem]:
    """What an argument is called tells no two usages apart."""
    before: set[object] = set()
    for place, command in enumerate(document.commands):
        forms = forms_of(command)
        if before.issuperset(forms):
            message = (
                f"whatever is `{command.usage_text}` is a command of this rule already, further up, and that one is run"
            )
            message += ": take one out, or begin it with another word"
            yield document.doubt("commands", place, "usage", message=message)
        before.update(forms)


def _functions(document: Document) -> Iterator[Problem]:
    defined = functions(document.code)
    last = {node.name: node for node in defined}
    for node in defined:
        if last[node.name] is not node:
            message = (
                f"`{node.name}` is defined once more further down, and that one is run: take one out, or rename it"
            )
            yield document.warning(node.lineno, message)
