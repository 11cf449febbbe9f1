"""Who is who in a collection: records by the number of an account, by their keys and by the logins shown, kept as they change."""

from collections.abc import Callable, Iterable
from typing import Any

Record = dict[str, Any]
Keys = dict[str, None]


class Index:
    """Made of all records of a collection once; told of each change it need never look at all of them again.

    `ids`: key and `id` of each record; `login_of` a key is asked only where somebody is looked for by the login shown.
    Whether letters are small or capital makes no difference in keys and logins.
    """

    def __init__(self, ids: Iterable[tuple[str, Any]], login_of: Callable[[str], Any]) -> None:
        self._of: dict[int, Keys] = {}
        self._keys: dict[str, Keys] = {}
        self._shown: dict[str, Keys] | None = None
        self._login_of = login_of
        for key, account in ids:
            self._add(key, account)

    def changed(self, key: str, before: Record | None, after: Record | None) -> None:
        if before is not None:
            self._of.get(_account(before.get("id")), {}).pop(key, None)
            self._keys[key.casefold()].pop(key, None)
            if self._shown is not None:
                self._shown[_shown_as(key, before.get("login"))].pop(key, None)
        if after is not None:
            self._add(key, after.get("id"))
            if self._shown is not None:
                self._shown.setdefault(_shown_as(key, after.get("login")), {})[key] = None

    def _add(self, key: str, account: Any) -> None:
        self._of.setdefault(_account(account), {})[key] = None
        self._keys.setdefault(key.casefold(), {})[key] = None

    def key_of(self, account: int) -> str | None:
        """The key of an account's record: the last one by code point, should a slip by hand have made two."""
        found = self._of.get(account)
        return max(found) if found else None

    def accounts(self) -> set[str]:
        """The numbers of all accounts, as text."""
        return {str(account) for account, keys in self._of.items() if account and keys}

    def is_taken(self, key: str) -> bool:
        """Whether there is such a key."""
        return bool(self._keys.get(key.casefold()))

    def keys_like(self, name: str) -> list[str]:
        """The keys that are this name, in no order."""
        return [*self._keys.get(name.casefold(), ())]

    def keys_shown_as(self, name: str) -> list[str]:
        """The keys of those whose login, or else whose key, is this name, in no order."""
        if self._shown is None:
            self._shown = {}
            for key in (key for keys in self._keys.values() for key in keys):
                self._shown.setdefault(_shown_as(key, self._login_of(key)), {})[key] = None
        return [*self._shown.get(name.casefold(), ())]


def _account(account: Any) -> int:
    """0, which is nobody's, for a record without one, or with what people wrote there that is none."""
    return account if isinstance(account, int) else 0


def _shown_as(key: str, login: Any) -> str:
    return str(login or key).casefold()
