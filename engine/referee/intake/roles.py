"""The roles people have on the forge, asked for only where they matter."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.game.happening import Happening
from engine.game.owned import Person
from engine.referee import trouble
from engine.referee.answering.shown import put_down
from engine.referee.ports import Account, Forge, ForgeError
from engine.referee.trouble import PATIENCE
from engine.store.marks import reached

_ROLES: Final = {"admin": "administrator", "maintain": "moderator", "write": "moderator", "triage": "moderator"}
OF_ROLES: Final = ("administrator", "role")  # codes of refusals


class Roles:
    """The roles of one reading, each asked for once.

    Whoever writes no command is read without a role, and the one last known goes on: hardly a law asks for a voter's. If
    the judge says that one was looked at, `learn` puts it in, and all is judged again.
    """

    def __init__(self, forge: Forge) -> None:
        self._forge = forge
        self._known: dict[str, str | None] = {}
        self._left_out: dict[int, list[tuple[Person, str, int]]] = {}
        self._shown_none: dict[int, list[tuple[Person, str]]] = {}

    def actor(self, account: Account | None, association: str, text: str, at: int) -> Person | None:
        """Who acts, by account id, with the role the forge gives them; None if the account is gone. `at`: when they did."""
        if account is None:
            return None
        actor = _named(account)
        if association == "OWNER":
            return {**actor, "role": "administrator"}
        if association not in ("MEMBER", "COLLABORATOR"):
            actor["role"] = "player"
            self._shown_none.setdefault(account.id, []).append((actor, account.login))
            return actor
        if text.lstrip().startswith("/"):
            return self._learned(actor, account.login, at)
        return self.unseen(account, at)

    def unseen(self, account: Account, at: int) -> Person:
        """Somebody of whom no list shows how they belong to the repository: left out like whoever writes no command."""
        actor = _named(account)
        self._left_out.setdefault(account.id, []).append((actor, account.login, at))
        return actor

    def learn(self, accounts: Iterable[int]) -> bool:
        """Puts in what was left out of these accounts. True if there was anything."""
        found = [actor for account in accounts for actor in self._left_out.pop(account, [])]
        for actor, login, at in found:
            self._learned(actor, login, at)
        return bool(found)

    def doubt(self, outcomes: Iterable[Mapping[str, Any]], inbox: Iterable[Happening]) -> bool:
        """Asks for the role of whoever was refused for having none, by what a list shows: to a workflow's own token it shows none
        of a member of an organization who keeps that private. True if there is another: then all is to be judged again.
        """
        refused = {str(outcome["id"]) for outcome in outcomes if outcome.get("code") in OF_ROLES}
        actors = [happening.get("actor") for happening in inbox if happening["id"] in refused]
        doubtful = [self._shown_none.pop(actor["id"], []) for actor in actors if actor is not None]
        others = [self._has_another(shown) for shown in doubtful if shown]
        return any(others)

    def _has_another(self, shown: Sequence[tuple[Person, str]]) -> bool:
        """Where it cannot be told it stays none: nobody waits for a stranger's."""
        try:
            role = _ROLES.get(self._forge.permission(shown[0][1]), "player")
        except ForgeError as error:
            trouble.must_be_of_one(self._forge, error)
            return False
        for actor, _ in shown:
            actor["role"] = role
        return role != "player"

    def _learned(self, actor: Person, login: str, at: int) -> Person:
        """The same with their role, if it can be told: where it cannot, the one last known goes on."""
        role = self._asked(login, at)
        if role is not None:
            actor["role"] = role
        return actor

    def _asked(self, login: str, at: int) -> str | None:
        """None where the forge cannot tell it of them. Raises what keeps it from telling, where it may be able to soon."""
        if login not in self._known:
            try:
                self._known[login] = _ROLES.get(self._forge.permission(login), "player")
            except ForgeError as error:
                trouble.must_be_of_one(self._forge, error)
                if self._forge.server_time() - at < PATIENCE:
                    raise
                reached("role that the forge does not tell")
                self._known[login] = None
        return self._known[login]


def _named(account: Account) -> Person:
    """An account as it is written down. A login is somebody's words, too: one can be called like a token, and no push would land."""
    return {"id": account.id, "login": put_down(account.login)}
