"""The values of a record as the cells of a table: numbers to the right, players with their page, marks with their word."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.law.display import Column, Shown, value
from engine.site import words
from engine.site.game import Game
from engine.store.counted import is_number


@dataclass(frozen=True)
class Cell:
    """`kind` is text, number, players (value: list of keys), time (seconds) or prose."""

    kind: str
    value: Any

    @property
    def plain(self) -> bool:
        """Whether it is shown as it is, as most are."""
        return self.kind in ("number", "text")


@dataclass(frozen=True)
class Badge:
    """A mark: its shape, its word with the number, and whether it wants somebody."""

    shape: str
    text: str
    word: str
    urgent: bool = False
    amount: str = ""


NOTHING = Cell("text", "–")


def amount(record: Mapping[str, Any], key: str, field: str) -> int | float | None:
    """As a number, or None; the numbers of a map are added up."""
    found = value(record, key, field)
    if isinstance(found, Mapping):
        numbers = [n for n in found.values() if is_number(n)]
        return sum(numbers) if numbers or not found else None
    return found if is_number(found) else None


def cell(game: Game, record: Mapping[str, Any], key: str, column: Column) -> Cell:
    found = value(record, key, column.field)
    if column.form == "player":
        return _players(game, found)
    if column.form == "time":
        return Cell("time", found) if isinstance(found, int) and found else NOTHING
    if column.form == "text":
        return Cell("prose", found) if isinstance(found, str) and found else NOTHING
    number = amount(record, key, column.field)
    if number is not None:
        return Cell("number", words.number(number))
    if isinstance(found, list):
        return (
            Cell("text", words.row(words.number(each) for each in found if not isinstance(each, dict | list)))
            if found
            else NOTHING
        )
    if isinstance(found, Mapping):
        pairs = [
            f"{words.named(str(k))}: {words.number(v)}" for k, v in found.items() if not isinstance(v, dict | list)
        ]
        return Cell("text", "; ".join(pairs)) if pairs else NOTHING
    return NOTHING if found is None or found == "" else Cell("text", words.number(game.plain(column.field, found)))


def _players(game: Game, found: Any) -> Cell:
    keys = found if isinstance(found, list) else [found]
    named = [str(key) for key in keys if isinstance(key, str) and key]
    return (
        Cell("players", [(key if key in game.players else "", game.login(key)) for key in named]) if named else NOTHING
    )


def badge(declared: Mapping[str, Any] | None, record: Mapping[str, Any], key: str) -> Badge | None:
    """The first mark that holds of this record."""
    if declared is None:
        return None
    found = value(record, key, declared["field"])
    number = amount(record, key, declared["field"])
    for mark in declared["marks"]:
        if _holds(mark, found, number):
            many = words.number(abs(number)) if number and ("above" in mark or "below" in mark) else ""
            word = str(mark.get("word", "" if found is None else found))
            return Badge(mark["shape"], f"{many} {word}".strip(), word, bool(mark.get("urgent")), many)
    return None


def _holds(mark: Mapping[str, Any], found: Any, number: int | float | None) -> bool:
    if "is" in mark:
        return found in mark["is"]
    if "above" in mark or "below" in mark:
        return number is not None and number > mark.get("above", number - 1) and number < mark.get("below", number + 1)
    return True


def title(column: Column) -> str:
    return column.title or words.named(column.field.replace(".", " "))


def heading(shown: Shown, field: str) -> str:
    """What the tables call this field."""
    return title(next((column for column in shown.columns if column.field == field), Column(field)))


def name(game: Game, collection: str, record: Mapping[str, Any], key: str) -> str:
    """What a record is called: the first of its columns that is a text, or its key."""
    if collection == "players":
        return game.login(key)
    declared = game.shown.get(collection)
    for column in declared.columns[:1] if declared else ():
        found = value(record, key, column.field)
        if isinstance(found, str) and found and not column.form:
            return found
    return game.login(key)
