"""Who is who in a collection: records by the number of an account and by the small letters of their keys, kept as they change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Record = dict[str, Any]


class Index:
    """Made from all records of a collection once; told of each change it need never look at all of them again."""

    def __init__(self, items: Iterable[tuple[str, Record]]) -> None:
        self._of: dict[int, dict[str, None]] = {}
        self._folded: dict[str, int] = {}
        for key, record in items:
            self._add(key, record)

    def changed(self, key: str, before: Record | None, after: Record | None) -> None:
        if before is not None:
            self._of.get(_account(before), {}).pop(key, None)
            self._folded[key.lower()] -= 1
        if after is not None:
            self._add(key, after)

    def _add(self, key: str, record: Record) -> None:
        self._of.setdefault(_account(record), {})[key] = None
        self._folded[key.lower()] = self._folded.get(key.lower(), 0) + 1

    def key_of(self, account: int) -> str | None:
        """The key of an account's record: the last one by code point, should a slip by hand have made two."""
        found = self._of.get(account)
        return max(found) if found else None

    def accounts(self) -> set[str]:
        """The numbers of all accounts, as text."""
        return {str(account) for account, keys in self._of.items() if account and keys}

    def is_taken(self, key: str) -> bool:
        """Whether there is such a key, but for small and capital letters."""
        return self._folded.get(key.lower(), 0) > 0


def _account(record: Record) -> int:
    """0, which is nobody's, for a record without one, or with what people wrote there that is none."""
    account = record.get("id")
    return account if isinstance(account, int) else 0
