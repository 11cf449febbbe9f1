"""The keys of a collection in order: one more, or one less, without ordering all of them anew."""

from bisect import bisect_left
from collections.abc import Iterable

from engine.store import canon


def ordered(keys: Iterable[str]) -> list[str]:
    """Whole numbers by value, then the rest by code point."""
    return sorted(keys, key=canon.key_order)


class KeysInOrder:
    """All keys of a collection. A list that was handed out stays as it is: whoever is going through it goes on with that."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys, self._is_lent = ordered(keys), False

    def all(self) -> list[str]:
        """In order; not to be changed."""
        self._is_lent = True
        return self._keys

    def add(self, key: str) -> None:
        """One that was not among them."""
        self._own().insert(self._place(key), key)

    def remove(self, key: str) -> None:
        """One that was."""
        del self._own()[self._place(key)]

    def _own(self) -> list[str]:
        if self._is_lent:
            self._keys, self._is_lent = [*self._keys], False
        return self._keys

    def _place(self, key: str) -> int:
        return bisect_left(self._keys, canon.key_order(key), key=canon.key_order)
