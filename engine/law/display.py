"""What the rules say of how their collections are to be shown: each rule adds to it, and the first that says a thing holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.law.documents.document import Document
from engine.law.documents.fields import Schemas
from engine.law.documents.problems import Problem

KEY: Final = "key"  # stands for the key of a record, where a field is named


@dataclass(frozen=True)
class Column:
    """A field of a record, or `field.part` of a map; `form` is player, time, text, or empty for a value as it is."""

    field: str
    title: str = ""
    form: str = ""


@dataclass(frozen=True)
class Shown:
    """How a collection is shown. `title` is empty if no rule gives one; `badge` and `map` are as they are declared."""

    collection: str
    title: str = ""
    page: str = "records"
    columns: tuple[Column, ...] = ()
    chart: tuple[Column, ...] = ()
    order: str = ""
    badge: Mapping[str, Any] | None = None
    map: Mapping[str, Any] | None = None


def from_plain(entry: Mapping[str, Any]) -> Shown:
    """What `asdict` made of one, also where it has been JSON since."""
    columns, chart = (tuple(Column(**each) for each in entry[part]) for part in ("columns", "chart"))
    return Shown(**{**entry, "columns": columns, "chart": chart})


def declared(documents: Iterable[Document]) -> dict[str, Shown]:
    """collection -> how it is shown, from all rules that say something of it, in the order given."""
    found: dict[str, Shown] = {}
    said: set[tuple[str, str]] = set()
    for document in documents:
        for collection, entry in document.show.items():
            before = found.get(collection, Shown(collection))
            single = {k: v for k, v in entry.items() if k not in ("columns", "chart") and (collection, k) not in said}
            said |= {(collection, key) for key in single}
            columns = _more(before.columns, entry.get("columns", ()))
            chart = _more(before.chart, entry.get("chart", ()))
            found[collection] = replace(before, columns=columns, chart=chart, **single)
    return found


def _more(before: tuple[Column, ...], entries: Iterable[Any]) -> tuple[Column, ...]:
    known = {column.field for column in before}
    more = [_column(entry) for entry in entries]
    return (*before, *(column for column in more if column.field not in known))


def _column(entry: Any) -> Column:
    if isinstance(entry, str):
        return Column(entry)
    return Column(entry["field"], entry.get("title", ""), entry.get("as", ""))


def problems(documents: Iterable[Document], schemas: Schemas) -> list[Problem]:
    """Warnings of fields that are to be shown and that no rule in force declares."""
    found = []
    for document in documents:
        for collection, entry in document.show.items():
            for name in sorted(_fields(entry)):
                where = (entry.get("map") or {}).get("of", collection) if name in _places(entry) else collection
                if name.partition(".")[0] not in schemas.fields(where) | {KEY}:
                    message = f"`{name}` of {where} is to be shown, and no rule declares it"
                    found.append(document.doubt("show", collection, message=message))
    return found


def _fields(entry: Mapping[str, Any]) -> set[str]:
    named = {_column(each).field for part in ("columns", "chart") for each in entry.get(part, ())}
    named |= {entry[key] for key in ("order",) if key in entry}
    named |= {entry["badge"]["field"]} if "badge" in entry else set()
    drawn = entry.get("map") or {}
    return named | {drawn[key] for key in ("size", "trail") if key in drawn} | _places(entry)


def _places(entry: Mapping[str, Any]) -> set[str]:
    at = (entry.get("map") or {}).get("at", ())
    return {at} if isinstance(at, str) else set(at)
