"""Kinds of documents that something else has already: a folder is of one kind, a kind has one folder, and rules are no kind of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.law.documents.document import Document
from engine.law.documents.problems import Problem
from engine.law.rulebook import Rulebook

NONE: Final = ("rule", "library")  # what is law, and is told of under these names


def problems(book: Rulebook) -> list[Problem]:
    """Every kind that a later rule, or a later line of the same, declares otherwise than an earlier: nothing would come of it."""
    rules = sorted(book.documents.values(), key=lambda d: (d.number is None, d.number or 0, d.slug))
    return [*_of(tuple(document for document in rules if document.documents))]


def _of(documents: tuple[Document, ...]) -> Iterator[Problem]:
    folders: dict[str, str] = {}
    declared: dict[str, tuple[str, Any]] = {}
    for document in documents:
        for kind, folder in document.documents.items():
            line, fields = document.line_of("documents", kind), document.document_fields[kind]
            first = declared.setdefault(kind, (folder, fields))
            if kind in NONE:
                message = f"`{kind}` is what the law itself is called: give the kind another name"
            elif folders.setdefault(folder, kind) != kind:
                message = f"the folder `{folder}` holds the documents of the kind `{folders[folder]}` already"
            elif first != (folder, fields):
                message = f"the kind `{kind}` is declared already, with another folder or other fields"
            else:
                continue
            yield Problem(document.path, line, message)
