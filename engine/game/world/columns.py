"""What the records of a collection hold in a field: found once, for whoever asks while none of them changes."""

from collections.abc import Callable
from typing import Any

Column = dict[str, Any]


class Columns:
    """Each with how often its collection had been changed: those of before a change are given up."""

    def __init__(self, changes: Callable[[str], int]) -> None:
        self._changes = changes
        self._found: dict[tuple[str, str], tuple[int, Column]] = {}

    def of(self, collection: str, name: str, find: Callable[[str, str], Column]) -> Column:
        """Not to be changed."""
        known, changes = self._found.get((collection, name)), self._changes(collection)
        if known is None or known[0] != changes:
            self._found = {place: each for place, each in self._found.items() if each[0] == self._changes(place[0])}
            known = self._found[collection, name] = changes, find(collection, name)
        return known[1]
