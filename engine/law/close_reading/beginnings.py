"""First records that the law would not take: the rule that brings them could not come into force as it is."""

from __future__ import annotations

from collections.abc import Iterator

from engine.law.documents.problems import Problem
from engine.law.rulebook import Rulebook


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each constraint that a first record breaks, where the record stands."""
    for document in book.ranked:
        for collection, records in document.records.items():
            for key, record in records.items():
                whole = {**book.schemas.defaults(collection), **record}
                for broken in book.schemas.check(collection, whole):
                    where = f"{broken.field} of {collection} {key}: " if broken.field else ""
                    message = f"the first record would break a rule: {where}{broken.message} (`{broken.slug}`)"
                    yield document.doubt("records", collection, key, message=message)
