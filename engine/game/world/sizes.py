"""How many bytes a collection takes in one file, to the byte, without writing the whole of it for each record that changes."""

import marshal
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from engine.store import canon

Get = Callable[[str], dict[str, Any] | None]
Place = tuple[str, str]
LARGEST_KEPT: Final = 50_000_000  # bytes of all that rules keep in collections of their own and of the players
TIMES: Final = 100  # a byte as it is packed is never written in so many: a truth, at the deepest, in a line of its own
# What the engine keeps itself is bounded by what it is kept of, or grows by what people do: nobody is kept from that.
# Timers are the rules': each pass reads all of them.
_NOT_RULES: Final = frozenset({"polls", "game", "issues"})


class Sizes:
    """The bytes of each record as it stands in the file; those that changed are measured when it is asked for the whole."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._bytes: dict[str, int] = {}
        self._whole = 0
        self._changed = dict.fromkeys(keys)

    def changed(self, key: str) -> None:
        self._changed[key] = None

    def whole(self, get: Get) -> int:
        """Bytes of the file. Raises canon.NotCanonical if a record is nested too deeply to stand in it."""
        while self._changed:
            key = next(reversed(self._changed))
            record = get(key)
            size = 0 if record is None else in_file(key, record)
            self._whole += size - self._bytes.get(key, 0)
            self._bytes[key] = size
            del self._changed[key]
        return self._whole


def in_file(key: str, record: dict[str, Any]) -> int:
    """Bytes of a record in the one file of its collection. Raises canon.NotCanonical."""
    return written({key: record})


def written(value: Any) -> int:
    """Bytes of a value in a file of its own. Raises canon.NotCanonical."""
    return len(canon.emit_dated(value).encode())


def at_most(value: Any) -> int:
    """Bytes that what is written of a value never exceeds: a bound that costs little."""
    return len(marshal.dumps(value, 2)) * TIMES  # later versions pack what is there twice only once


def _bytes_of(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def is_rules(collection: str) -> bool:
    return collection not in _NOT_RULES


def holder(collection: str, record: dict[str, Any]) -> str:
    """Where a record counts: in its collection, a timer with those of its rule, so that no rule's hoard is another's."""
    return f"the timers of {record['rule']}" if collection == "timers" else collection


class KeptBytes:
    """The bytes of all records that rules keep, each as in a file of its own: measured only where it may be too much.

    `ceiling` is never less than the whole; what it was when the happening `began` counts as the bound if it was less.
    `by_holder` is exact where the whole is more than there may be; `had` is the same when the happening began, if it was so then.
    """

    def __init__(self) -> None:
        self.ceiling = 0
        self.began = LARGEST_KEPT
        self.by_holder: dict[str, int] = {}
        self.had: dict[str, int] = {}
        self._timers: dict[Place, str] = {}  # whose each is, among those measured
        self._whole = 0
        self._texts: dict[str, Mapping[str, str]] = {}  # of what is not among `_bytes`: as it was found
        self._bytes: dict[Place, int] = {}
        self._changed: dict[Place, int] = {}  # bytes that each takes at most, beyond what it took when it was measured

    def found(self, collection: str, texts: Mapping[str, str]) -> None:
        """Records in files of their own, key by key."""
        if is_rules(collection):
            every = _bytes_of("".join(texts.values()))
            self.ceiling += every
            if collection == "timers":  # whose each is stands in it
                self._changed |= {(collection, key): _bytes_of(text) for key, text in texts.items()}
            else:
                self._texts[collection] = dict(texts)
                self.by_holder[collection] = every
                self._whole += every

    def found_together(self, collection: str, keys: Iterable[str], text: str) -> None:
        """Records in one file: it takes no less than they would take in files of their own."""
        if is_rules(collection):
            self._changed |= dict.fromkeys(((collection, key) for key in keys), 0)
            self.ceiling += len(text.encode())

    def changed(self, place: Place, record: dict[str, Any] | None) -> None:
        if is_rules(place[0]):
            more = 0 if record is None else at_most(record)
            self._changed[place] = self._changed.get(place, 0) + more
            self.ceiling += more

    def measured(self, place: Place, size: int, record: dict[str, Any]) -> None:
        """Somebody has measured it as it is now."""
        if place in self._changed:
            before = self._whole
            self._counts(place, size, record)
            self.ceiling += self._whole - before - self._changed.pop(place)

    def _counts(self, place: Place, size: int, record: dict[str, Any] | None) -> None:
        was, before = self._had(place), self._timers.get(place, place[0])
        now = before if record is None else holder(place[0], record)
        if now != place[0]:
            self._timers[place] = now
        self.by_holder[before] = self.by_holder.get(before, 0) - was
        self.by_holder[now] = self.by_holder.get(now, 0) + size
        self._whole += size - was
        self._bytes[place] = size

    def _had(self, place: Place) -> int:
        if place in self._bytes:
            return self._bytes[place]
        return _bytes_of(self._texts.get(place[0], {}).get(place[1], ""))

    def begins(self, get: Callable[[str, str], Any]) -> None:
        """A happening begins."""
        whole = self.whole(get) if self.ceiling > LARGEST_KEPT else 0
        self.began = max(LARGEST_KEPT, whole)
        self.had = dict(self.by_holder) if whole > LARGEST_KEPT else {}

    def whole(self, get: Callable[[str, str], Any]) -> int:
        """Bytes of all of them; exact where that is more than there may be."""
        if self.ceiling > LARGEST_KEPT:
            for place in self._changed:
                record = get(*place)
                self._counts(place, 0 if record is None else written(record), record)
            self._changed = {}
            self.ceiling = self._whole
        return self.ceiling
