"""What the rules say of how their collections are to be shown: each rule adds to it, and the first that says a thing holds."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.law.documents.document import Document
from engine.law.documents.fields import Schemas
from engine.law.documents.problems import Problem

KEY: Final = "key"  # stands for the key of a record, where a field is named
_SQUARE: Final = re.compile(r"(-?[0-9]{1,9}),(-?[0-9]{1,9})")
Square = tuple[int, int]


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

    @property
    def at(self) -> Any:
        """What says where its records are: KEY, two fields, or one for places that have names."""
        return (self.map or {}).get("at")

    @property
    def is_named(self) -> bool:
        """Whether its records are at places that have names."""
        return isinstance(self.at, str) and self.at != KEY

    @property
    def holder(self) -> str:
        """The collection that says where its records are: itself, or another with the same keys."""
        return str((self.map or {}).get("of", self.collection))

    def square(self, key: str, held: Mapping[str, Any]) -> Square | None:
        """The square that a record is on, by what holds its place."""
        if self.at == KEY:
            return square_of(key)
        x, y = (value(held, key, field) for field in self.at)
        return (x, y) if type(x) is int and type(y) is int else None


def square_of(text: str) -> Square | None:
    """`2,-1` as a square."""
    found = _SQUARE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def value(record: Mapping[str, Any], key: str, field: str) -> Any:
    """Of `field` or `field.part`; None if there is none."""
    if field == KEY:
        return key
    name, _, part = field.partition(".")
    found = record.get(name)
    if part:
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


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


def choices(documents: Iterable[Document]) -> dict[tuple[str, str], list[str]]:
    """(collection, field) -> the texts it can be, where a rule lists them; the first that does so holds."""
    found: dict[tuple[str, str], list[str]] = {}
    for document in documents:
        for collection, fields in document.state.items():
            for name, schema in fields.items():
                if isinstance(schema.get("enum"), list):
                    found.setdefault((collection, name), [v for v in schema["enum"] if isinstance(v, str)])
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
