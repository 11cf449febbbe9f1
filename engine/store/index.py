"""Who is who in a collection: records by the number of an account, by their keys and by the logins shown, kept as they change."""

from collections.abc import Callable, Mapping
from typing import Any

Record = dict[str, Any]
Keys = dict[str, None]
Group = int | str


class Index:
    """Told of each change, it need never look at all records again once it has; it looks when it is first asked, for what it is asked.

    `column`: what each record holds in a field, by its key. Whether letters are small or capital makes no difference in keys
    and logins.
    """

    def __init__(self, column: Callable[[str], Mapping[str, Any]]) -> None:
        self._column = column
        self._grouped: dict[str, dict[Group, Keys]] = {}

    def changed(self, key: str, before: Record | None, after: Record | None) -> None:
        for way, groups in self._grouped.items():
            field, group = _WAYS[way]
            if before is not None:
                groups.get(group(key, before.get(field)), {}).pop(key, None)
            if after is not None:
                groups.setdefault(group(key, after.get(field)), {})[key] = None

    def key_of(self, account: int) -> str | None:
        """The key of an account's record: the last one by code point, should a slip by hand have made two."""
        found = self._groups("account").get(account)
        return max(found) if found else None

    def accounts(self) -> set[str]:
        """The numbers of all accounts, as text."""
        return {str(account) for account, keys in self._groups("account").items() if account and keys}

    def is_taken(self, key: str) -> bool:
        """Whether there is such a key."""
        return bool(self._groups("key").get(key.casefold()))

    def keys_like(self, name: str) -> list[str]:
        """The keys that are this name, in no order."""
        return [*self._groups("key").get(name.casefold(), ())]

    def keys_shown_as(self, name: str) -> list[str]:
        """The keys of those whose login, or else whose key, is this name, in no order."""
        return [*self._groups("shown").get(name.casefold(), ())]

    def _groups(self, way: str) -> dict[Group, Keys]:
        if way not in self._grouped:
            field, group = _WAYS[way]
            self._grouped[way] = groups = dict[Group, Keys]()
            for key, value in self._column(field).items():
                groups.setdefault(group(key, value), {})[key] = None
        return self._grouped[way]


def _account(key: str, account: Any) -> int:
    """0, which is nobody's, for a record without one, or with what people wrote there that is none."""
    return account if isinstance(account, int) else 0


def _name(key: str, login: Any) -> str:
    return key.casefold()


def _shown(key: str, login: Any) -> str:
    return str(login or key).casefold()


# What records are looked for by: the field that says it, and what it says.
_WAYS: dict[str, tuple[str, Callable[[str, Any], Group]]] = {
    "account": ("id", _account),
    "key": ("id", _name),
    "shown": ("login", _shown),
}
