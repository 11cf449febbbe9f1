"""First records that the law would not take: the rule that brings them could not come into force as it is."""

from __future__ import annotations

from collections.abc import Iterator

from engine.law.problems import Problem
from engine.law.rulebook import Rulebook


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each constraint that a first record breaks, where the record stands."""
    for slug in book.order:
        document = book.documents[slug]
        for collection, records in document.records.items():
            for key, record in records.items():
                whole = {**book.schemas.defaults(collection), **record}
                line = document.line_of("records", collection, key)
                for broken in book.schemas.check(collection, whole):
                    where = f"{broken.field} of {collection} {key}: " if broken.field else ""
                    message = f"the first record would break a rule: {where}{broken.message} (`{broken.slug}`)"
                    yield Problem(document.path, line, message, "warning")
