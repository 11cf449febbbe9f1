"""The keys of a collection in order: one more, or one less, without ordering all of them anew."""

from bisect import bisect_left
from collections.abc import Iterable

from engine.store import canon


def ordered(keys: Iterable[str]) -> list[str]:
    """Whole numbers by value, then the rest by code point: where there are no numbers, all of them."""
    found = list(keys)
    return sorted(found, key=canon.key_order if any(map(str.isdigit, found)) else None)


class KeysInOrder:
    """All keys of a collection. A list that was handed out stays as it is: whoever is going through it goes on with that.

    What came and went finds its place when they are asked for: of most collections, nobody asks between two passes.
    """

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = ordered(keys)
        self._moved: dict[str, bool] = {}  # key -> whether it came, or went

    def all(self) -> list[str]:
        """In order; not to be changed."""
        if self._moved:
            self._keys = [*self._keys]
            for key, came in self._moved.items():
                place = bisect_left(self._keys, canon.key_order(key), key=canon.key_order)
                self._keys[place : place + (not came)] = [key] if came else []
            self._moved = {}
        return self._keys

    def add(self, key: str) -> None:
        """One that was not among them."""
        if self._moved.pop(key, None) is None:
            self._moved[key] = True

    def remove(self, key: str) -> None:
        """One that was."""
        if self._moved.pop(key, None) is None:
            self._moved[key] = False
