"""A repository to which happens what no page of a table does: conversations are locked, issues come from elsewhere, checks run."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.hub import model
from engine.hub.accounts import BOT_ID
from engine.hub.model import Invalid
from engine.hub.threads import Comment


@dataclass(frozen=True)
class Suite:
    """One start of a workflow over a commit: name -> (id, conclusion) of each of its checks, None while it goes on.

    Without any it waits for somebody to let it begin.
    """

    id: int
    runs: dict[str, tuple[int, str | None]]


class Model(model.Model):
    def __init__(self, owner: str, name: str, clock: Callable[[], int]) -> None:
        super().__init__(owner, name, clock)
        self.suites: dict[str, list[Suite]] = {}  # of checks, by the commit
        self.unassignable: set[str] = set()  # logins for which a request is refused, not merely left undone in part
        self.locked: set[int] = set()  # conversations, by their numbers
        self.brought: dict[int, int] = {}  # issues from other repositories, by their numbers here -> when they came

    def comment(self, actor: int, number: int, body: str) -> Comment:
        if number in self.locked and (actor == BOT_ID or not self.may(actor, "write")):
            raise PermissionError("Unable to create comment because issue is locked.")
        return super().comment(actor, number, body)

    def lock(self, actor: int, number: int, *, locked: bool = True) -> None:
        """From then on only people with write access say something new there, and no workflow: its token is refused."""
        if not self.may(actor, "write"):
            raise PermissionError("Must have write access to lock a conversation")
        (self.locked.add if locked else self.locked.discard)(number)
        self._touch(self.thread(number), "locked" if locked else "unlocked", actor)

    def check_assignees(self, logins: Iterable[str | None] | None) -> None:
        """Comes before anything else of a request: it is carried out whole or not at all."""
        refused = self.unassignable.intersection(logins or ())
        if refused:
            raise Invalid(f"assignees: {sorted(refused)[0]} cannot be assigned")

    def never_edited(self, number: int) -> dict[int, tuple[int, int]]:
        """id -> (written, touched last) of those of the newest hundred that nobody ever edited."""
        newest = self.comments_of(number)[-100:]
        return {c.id: (c.created_at, c.updated_at) for c in newest if c.edited_at is None}
