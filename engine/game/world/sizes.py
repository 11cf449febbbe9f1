"""How many bytes a collection takes in one file, to the byte, without writing the whole of it for each record that changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.store import canon

Get = Callable[[str], dict[str, Any] | None]


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
