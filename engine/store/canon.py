"""Canonical YAML: equal values give equal bytes. Block style, keys sorted, LF, no anchors; in files, dates beside times.

The reader knows exactly this form and is fast; whatever else it is given goes through the guarded loader.
"""

from functools import lru_cache
from typing import Any, Final

from engine.store import writing
from engine.store.blocks import BlockReader
from engine.store.scalars import UNWRITABLE, NotOurs
from engine.store.writing import DEPTH as DEPTH
from engine.store.writing import NotCanonical as NotCanonical
from engine.store.writing import finite, ordered
from engine.store.writing import key_order as key_order

LONGEST_KEPT: Final = 16_384  # characters of the longest text whose value is kept


def normal(value: Any, depth: int = 0) -> Any:
    """A deep copy with keys in canonical order. Raises NotCanonical."""
    kind = type(value)
    if kind is str:
        if UNWRITABLE.search(value):
            raise NotCanonical("a text holds characters that cannot be written")
        return value
    if value is None or kind is bool:
        return value
    if kind is int:
        if abs(value) >= 10**18:
            raise NotCanonical("a number is too large")
        return value
    if kind is float:
        return finite(value)
    if depth >= DEPTH and value:
        raise NotCanonical("values are nested too deeply")
    if kind is list or kind is tuple:
        return [normal(item, depth + 1) for item in value]
    if kind is dict:
        return {key: normal(value[key], depth + 1) for key in ordered(value)}
    raise NotCanonical(f"a record cannot hold a {kind.__name__}")


def normal_beside(value: Any, known: Any) -> Any:
    """What `normal` makes of a map, where its values, and the items of its lists, that are those of a normal map are taken as they are."""
    if type(value) is not dict or type(known) is not dict:
        return normal(value)
    return {name: _item_beside(value[name], known.get(name)) for name in ordered(value)}


def _item_beside(item: Any, known: Any) -> Any:
    if item is known:
        return item
    if type(item) is not list or type(known) is not list:
        return normal(item, 1)
    there = set(map(id, known))
    return [one if id(one) in there else normal(one, 2) for one in item]


def emit(value: Any) -> str:
    """The canonical text of a value. Raises NotCanonical."""
    return writing.whole(value, dated=False)


def emit_dated(value: Any) -> str:
    """The same with the date beside each time, as files of the game are written. Raises NotCanonical."""
    return writing.whole(value, dated=True)


def scalar(text: str) -> str:
    """A text on one line, whatever is in it."""
    return writing.in_quotes_or_not(text)


def read(text: str) -> Any:
    """The value of a canonical text; of other YAML what the guarded loader makes of it (raises guard.YamlProblem)."""
    try:
        if UNWRITABLE.search(text) is None:
            return BlockReader(text).whole()
    except (NotOurs, IndexError, ValueError):
        pass
    from engine.store import guard  # noqa: PLC0415 - a parser is slow to load, and hand-written files are rare

    return guard.load(text, max_bytes=64_000_000, max_depth=DEPTH, max_nodes=10_000_000)


def shared(text: str) -> Any:
    """The value of a text as `read` finds it, but the very same one each time: nobody who is handed it may change it."""
    return _shared(text) if len(text) <= LONGEST_KEPT else read(text)


_shared = lru_cache(maxsize=4096)(read)


def alike(one: object, other: object) -> bool:
    """Equality that tells True from 1 and 1 from 1.0, as the bytes do."""
    return one == other and _same_kinds(one, other)


def _same_kinds(one: object, other: object) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_same_kinds(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return all(map(_same_kinds, one, other))
    return True
