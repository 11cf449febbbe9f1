"""Collections as tables: the columns that the rules declare, a small line over time, marks; and single records with their charts."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from engine.law.display import Column, Shown, value
from engine.site import cells, charts, words
from engine.site.game import HIDDEN, Game, engines_own
from engine.site.notes import digest
from engine.store.once import once

ROWS: Final = 100  # of one page
MOST_COLUMNS: Final = 7
LONGEST: Final = 120  # characters of a file's name, without its ending


def titled(game: Game, collection: str) -> str:
    declared = game.shown.get(collection)
    return (declared.title if declared else "") or words.named(collection)


@once
def listed(game: Game) -> list[str]:
    """The collections that have a page among the records: those that the rules show first, then the rest."""
    apart = {name for name, each in game.shown.items() if each.page != "records"} | {"polls"}
    declared = [name for name, each in game.shown.items() if name in game.records and name not in apart]
    rest = sorted(name for name in game.records if name not in game.shown and name not in apart)
    return [*declared, *rest]


@once
def columns(game: Game, collection: str) -> tuple[Column, ...]:
    """As declared; of a collection that no rule shows, the fields of its first record that are told."""
    declared = game.shown.get(collection, Shown(collection))
    if declared.columns:
        return declared.columns
    first = next(iter(game.records.get(collection, {}).values()), {})
    aside = {*HIDDEN, *engines_own(collection), *game.law["untold"].get(collection, ())}
    names = [name for name in first if name not in aside and not name.endswith("_at")]
    return tuple(Column(name) for name in names[:MOST_COLUMNS])


@once
def ordered(game: Game, collection: str) -> list[tuple[str, Mapping[str, Any]]]:
    """By the field that the rules name, from the highest; else by key."""
    rows: list[tuple[str, Mapping[str, Any]]] = list(game.records.get(collection, {}).items())
    by = game.shown.get(collection, Shown(collection)).order
    return sorted(rows, key=lambda row: -(cells.amount(row[1], row[0], by) or 0)) if by else rows


def table(game: Game, collection: str, first: int = 0, most: int = ROWS) -> dict[str, Any]:
    """What a template needs: the headings and the rows from `first` on."""
    declared = game.shown.get(collection, Shown(collection))
    shown = columns(game, collection)
    named = (
        bool(declared.columns)
        and not shown[0].form
        and collection != "players"
        and _says_names(game, collection, shown[0])
    )
    rest = shown[1:] if named else shown
    rows = [_row(game, declared, rest, key, record) for key, record in ordered(game, collection)[first : first + most]]
    numeric = [any(row["cells"][i].kind == "number" for row in rows) for i in range(len(rest))]
    return {
        "collection": collection,
        "title": titled(game, collection),
        "first": cells.title(shown[0]) if named else "Player" if collection == "players" else "Which",
        "columns": [(cells.title(column), numeric[place]) for place, column in enumerate(rest)],
        "badge": words.named(declared.badge["field"]) if declared.badge and any(row["badge"] for row in rows) else "",
        "sparks": [cells.title(column) for column in declared.chart[:1]] if any(row["spark"] for row in rows) else [],
        "rows": rows,
        "order": cells.heading(declared, declared.order) if declared.order else "",
        "all": len(game.records.get(collection, {})),
    }


def _says_names(game: Game, collection: str, column: Column) -> bool:
    """Whether records are called by what stands there: a number is no name, and stays a column."""
    return any(
        isinstance(value(each, key, column.field), str) for key, each in game.records.get(collection, {}).items()
    )


def _row(game: Game, declared: Shown, shown: tuple[Column, ...], key: str, record: Mapping[str, Any]) -> dict[str, Any]:
    first = declared.chart[:1]
    return {
        "key": key,
        "name": cells.name(game, declared.collection, record, key),
        "cells": [cells.cell(game, record, key, column) for column in shown],
        "badge": cells.badge(declared.badge, record, key),
        "spark": charts.spark(charts.series(game, declared.collection, key, first[0].field)) if first else "",
        "link": link(game, declared.collection, key),
    }


def link(game: Game, collection: str, key: str) -> str:
    """Where a record is shown with all it has: its player's page, or its own."""
    if key in game.players:
        return f"players/{page_name(key)}.html"
    return f"records/{collection}.{page_name(key)}.html" if has_page(game, collection) else ""


def has_page(game: Game, collection: str) -> bool:
    """Whether records of it, where they are no player's, have a page each: if something of them is shown over time."""
    return bool(game.shown.get(collection, Shown(collection)).chart)


def list_page(collection: str, page: int) -> str:
    """Where so many rows of a collection stand. A record may be called 2 and have a page of its own: no name of one has a dot."""
    return f"{collection}{f'.page.{page + 1}' if page else ''}.html"


def page_name(key: str) -> str:
    """A name for a file: letters, digits and dashes as they are, everything else by its number."""
    plain = "".join(c if c in "abcdefghijklmnopqrstuvwxyz0123456789-" else f"_{ord(c):x}_" for c in key)
    if len(plain) > LONGEST:  # names of files end somewhere, and no two are to be the same
        return f"{plain[: LONGEST - 17]}_{digest(key)[:16]}"
    return plain or "_"


def record(game: Game, collection: str, key: str) -> dict[str, Any]:
    """A record with all that its collection shows, and its charts."""
    found = game.records[collection][key]
    declared = game.shown.get(collection, Shown(collection))
    numbers = [(c, charts.series(game, collection, key, c.field)) for c in declared.chart]
    return {
        "title": titled(game, collection),
        "name": cells.name(game, collection, found, key),
        "facts": [(cells.title(c), cells.cell(game, found, key, c)) for c in columns(game, collection)],
        "badge": cells.badge(declared.badge, found, key),
        "charts": [
            each
            for c, values in numbers
            if (each := charts.chart(cells.title(c), values, _urgent(game, collection, c.field))) is not None
        ],
    }


@once
def _urgent(game: Game, collection: str, field: str) -> Callable[[int | float], bool]:
    """Which numbers of this field the collection's badge marks as urgent: asked for every number that is drawn, so each is asked once."""
    badge = game.shown.get(collection, Shown(collection)).badge
    if badge is None or badge["field"] != field:
        return lambda number: False
    return cache(lambda number: bool((mark := cells.badge(badge, {field: number}, "")) and mark.urgent))
