"""What the rules of a law declare of records, composed into one schema for each collection, with every clash."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.law.documents.document import Document
from engine.law.documents.fields import Base, Composed, Schemas
from engine.law.documents.problems import Problem
from engine.law.documents.schemas import KINDS

_BOUNDS: Final = frozenset({"minimum", "maximum", "minLength", "maxLength"})  # of which the stricter holds


def compose(documents: Iterable[Document], base: Base) -> tuple[Schemas, list[Problem]]:
    """The schemas of these rules together, and every clash: what two rules say of a field and cannot both hold, such as its type.

    Else the later rule would lift what the stronger one wants of its items, say.
    """
    collections: dict[str, dict[str, Composed]] = {name: {} for name in base}
    problems: list[Problem] = []
    by_slug = {}
    for document in sorted(documents, key=lambda d: (not d.immutable, d.number is None, d.number or 0, d.slug)):
        by_slug[document.slug] = document
        for collection, fields in document.state.items():
            mine = collections.setdefault(collection, {})
            for name, schema in fields.items():
                own = base.get(collection, {}).get(name)
                if own is not None:
                    problems.append(_taken(document, collection, name))
                else:
                    composed = mine.setdefault(name, Composed(first=document.slug))
                    above = bool(by_slug[composed.first].immutable) and not document.immutable
                    problems += (_narrowed if above else _add)(composed, document, collection, name, schema)
        for collection in document.records:
            collections.setdefault(collection, {})
    problems += _untyped(collections, by_slug)
    return Schemas(collections, base), problems


def _taken(document: Document, collection: str, name: str) -> Problem:
    return Problem(
        document.path,
        document.line_of("state", collection, name),
        f"`{name}` of {collection} is the engine's own field",
    )


def _add(
    composed: Composed, document: Document, collection: str, name: str, schema: Mapping[str, Any]
) -> list[Problem]:
    line = document.line_of("state", collection, name)
    for keyword, value in schema.items():
        other = composed.owners.get(keyword)
        if other is not None and composed.schema[keyword] != value and keyword not in _BOUNDS:
            message = f"`{name}` of {collection} has another {keyword} here than in the rule `{other}`"
            return [Problem(document.path, line, message)]
    for keyword, value in schema.items():
        held = composed.schema.get(keyword)
        composed.schema[keyword] = _stricter(keyword, held, value)
        if keyword not in composed.owners or composed.schema[keyword] != held:
            composed.owners[keyword] = document.slug
    return []


def _narrowed(
    composed: Composed, document: Document, collection: str, name: str, schema: Mapping[str, Any]
) -> list[Problem]:
    """A field of the higher class is as that class has it; others may say the same again."""
    if all(
        composed.schema.get(keyword, value) == value and keyword in composed.schema for keyword, value in schema.items()
    ):
        return []
    line = document.line_of("state", collection, name)
    return [
        Problem(document.path, line, f"`{name}` of {collection} is a field of `{composed.first}`, which is immutable")
    ]


def _stricter(keyword: str, before: Any, value: Any) -> Any:
    if before is None:
        return value
    if keyword in ("minimum", "minLength"):
        return max(before, value)
    return min(before, value) if keyword in ("maximum", "maxLength") else value


def _untyped(collections: Mapping[str, Mapping[str, Composed]], by_slug: Mapping[str, Document]) -> list[Problem]:
    """A field that nobody gives a type: its rule narrows another's field that is not in force."""
    problems = []
    for collection, fields in collections.items():
        for name in [n for n, c in fields.items() if "type" not in c.schema and "enum" not in c.schema]:
            composed = fields[name]
            document = by_slug[composed.first]
            composed.schema.setdefault("type", list(KINDS))
            message = f"`{name}` of {collection} has no type: no rule in force declares one"
            problems.append(document.doubt("state", collection, name, message=message))
    return problems
