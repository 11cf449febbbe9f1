"""The roles people have on the forge, asked for only where they matter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.game.owned import Account as Actor
from engine.referee.ports import Account, Forge
from engine.referee.shown import writable

_ROLES: Final = {"admin": "administrator", "maintain": "moderator", "write": "moderator", "triage": "moderator"}


class Roles:
    """The roles of one reading, each asked for once.

    Whoever writes no command is read without a role, and the one last known goes on: hardly a law asks for a voter's. If
    the judge says that one was looked at, `learn` puts it in, and all is judged again.
    """

    def __init__(self, forge: Forge) -> None:
        self._forge = forge
        self._known: dict[str, str] = {}
        self._left_out: dict[int, list[Actor]] = {}

    def actor(self, account: Account | None, association: str, text: str) -> Actor | None:
        """Who acts, by account id, with the role the forge gives them; None if the account is gone."""
        if account is None:
            return None
        actor: Actor = {"id": account.id, "login": writable(account.login)}
        if association not in ("MEMBER", "COLLABORATOR"):
            return {**actor, "role": "administrator" if association == "OWNER" else "player"}
        if text.lstrip().startswith("/"):
            return {**actor, "role": self._asked(account.login)}
        return self.unseen(account)

    def unseen(self, account: Account) -> Actor:
        """Somebody of whom no list shows how they belong to the repository: left out like whoever writes no command."""
        actor: Actor = {"id": account.id, "login": writable(account.login)}
        self._left_out.setdefault(account.id, []).append(actor)
        return actor

    def learn(self, accounts: Iterable[int]) -> bool:
        """Puts in what was left out of these accounts. True if there was anything."""
        found = [actor for account in accounts for actor in self._left_out.pop(account, [])]
        for actor in found:
            actor["role"] = self._asked(actor["login"])
        return bool(found)

    def _asked(self, login: str) -> str:
        if login not in self._known:
            self._known[login] = _ROLES.get(self._forge.permission(login), "player")
        return self._known[login]
