"""One repository as GitHub keeps it: threads, comments, labels, statuses, and what a push does to pull requests.

Times have second resolution and come from the clock that is handed in. Every change is told to the listeners as an event.
"""

from collections.abc import Callable
from typing import Any, Final

from engine.hub.accounts import BOT_ID, BOT_LOGIN, PERMISSIONS, Account
from engine.hub.threads import Comment, Pull, Status, Thread

STATES: Final = ("open", "closed")
LONGEST: Final = 65_536  # characters of a comment
Listener = Callable[[str, str, dict[str, Any]], None]


class Missing(LookupError):
    """There is no such thing: 404."""


class Invalid(ValueError):
    """It cannot be done: 422."""


def sayable(body: str) -> None:
    """Raises Invalid for a comment of no words, or of too many."""
    if not body.strip():
        raise Invalid("body can't be blank")
    if len(body) > LONGEST:
        raise Invalid(f"body is too long (maximum is {LONGEST} characters)")


class Model:
    """`owner/name` on the forge. Methods are what people and programs do; `actor` is an account id."""

    def __init__(self, owner: str, name: str, clock: Callable[[], int]) -> None:
        self.owner, self.name, self.clock = owner, name, clock
        self.accounts: dict[int, Account] = {BOT_ID: Account(BOT_ID, BOT_LOGIN, bot=True)}
        self.roles: dict[int, str] = {}
        self.threads: dict[int, Thread] = {}
        self.comments: dict[int, Comment] = {}
        self.statuses: dict[str, list[Status]] = {}
        self.labels: dict[str, int] = {}
        self.listeners: list[Listener] = []
        self.newest_id = 1_000

    # accounts

    def account(self, login: str, role: str = "none") -> Account:
        """The account of that login, made at need."""
        if known := self.named(login):
            return known
        made = Account(self.new_id(), login)
        self.accounts[made.id] = made
        if role != "none" or login == self.owner:
            self.roles[made.id] = "admin" if login == self.owner else role
        return made

    def named(self, login: str) -> Account | None:
        """The account of that login, in whatever letters, if there is one."""
        there = (known for known in self.accounts.values() if not known.deleted)
        return next((known for known in there if known.login.lower() == login.lower()), None)

    def permission(self, account: int) -> str:
        return "write" if account == BOT_ID else self.roles.get(account, "read")

    def may(self, account: int, least: str) -> bool:
        return PERMISSIONS.index(self.permission(account)) >= PERMISSIONS.index(least)

    def association(self, account: int) -> str:
        if self.accounts[account].login == self.owner:
            return "OWNER"
        return "COLLABORATOR" if self.permission(account) not in ("none", "read") and account != BOT_ID else "NONE"

    def new_id(self) -> int:
        self.newest_id += 1
        return self.newest_id

    # threads

    def open_thread(self, actor: int, title: str, body: str, *, pull: Pull | None = None) -> Thread:
        number = max(self.threads, default=0) + 1
        now = self.clock()
        thread = self.threads[number] = Thread(number, self.new_id(), actor, title, body, now, now, pull=pull)
        self.tell("pull_request" if pull else "issues", "opened", thread, actor)
        return thread

    def thread(self, number: int) -> Thread:
        if number not in self.threads:
            raise Missing(f"there is no #{number}")
        return self.threads[number]

    def _pull(self, number: int) -> tuple[Thread, Pull]:
        thread = self.thread(number)
        if thread.pull is None:
            raise Invalid("that is no pull request")
        return thread, thread.pull

    def update_thread(self, actor: int, number: int, **changes: Any) -> Thread:
        """Title, body and state, all of them or none; a change of state is an event of its own."""
        thread = self.thread(number)
        state = changes.pop("state", thread.state)
        if state not in STATES:
            raise Invalid("state is neither open nor closed")
        if state != thread.state and thread.pull and thread.pull.merged_at:
            raise Invalid("a merged pull request stays closed")
        for name, value in changes.items():
            setattr(thread, name, value)
        if "body" in changes:
            thread.edited_at = self.clock()
        if changes:
            self._touch(thread, "edited", actor)
        if state != thread.state:
            thread.state = state
            thread.closed_at = self.clock() if state == "closed" else None
            self._touch(thread, "closed" if state == "closed" else "reopened", actor)
        return thread

    def retarget(self, actor: int, number: int, base: str) -> None:
        """The pull request is to be merged into another branch."""
        thread, pull = self._pull(number)
        before, pull.base = pull.base, base
        self._touch(thread, "edited", actor, changes={"base": {"ref": {"from": before}}})

    def set_assignees(self, actor: int, number: int, logins: list[str]) -> None:
        """Who cannot be assigned is left out without a word: only those with a role, and those who spoke there."""
        thread = self.thread(number)
        spoke = {c.author for c in self.comments.values() if c.thread == number} | {thread.author}
        found = [a for a in self.accounts.values() if a.login in logins and not a.deleted]
        thread.assignees = [a.id for a in found if a.id in spoke or self.may(a.id, "triage")][:10]
        self._touch(thread, "assigned", actor)

    def set_labels(self, actor: int, number: int, labels: list[str]) -> Thread:
        """These and no others."""
        self.thread(number).labels.clear()
        return self.add_labels(actor, number, labels)

    def add_labels(self, actor: int, number: int, labels: list[str]) -> Thread:
        """Labels appear in the repository on first use, and keep the letters they had then: in others they are the same."""
        thread = self.thread(number)
        known = {name.lower(): name for name in self.labels}
        for given in labels:
            if not given or len(given) > 50:
                raise Invalid("a label has 1 to 50 characters")
            label = known.setdefault(given.lower(), given)
            self.labels.setdefault(label, self.new_id())
            if label not in thread.labels:
                thread.labels.append(label)
        self._touch(thread, "labeled", actor)
        return thread

    def remove_label(self, actor: int, number: int, label: str) -> Thread:
        thread = self.thread(number)
        if label not in thread.labels:
            raise Missing("Label does not exist")
        thread.labels.remove(label)
        self._touch(thread, "unlabeled", actor)
        return thread

    # comments

    def comment(self, actor: int, number: int, body: str) -> Comment:
        thread = self.thread(number)
        sayable(body)
        now = self.clock()
        made = Comment(self.new_id(), number, actor, body, now, now)
        self.comments[made.id] = made
        thread.updated_at = max(thread.updated_at, now)
        self.tell("issue_comment", "created", thread, actor, comment=made)
        return made

    def find_comment(self, id_: int) -> Comment:
        if id_ not in self.comments:
            raise Missing("Not Found")
        return self.comments[id_]

    def edit_comment(self, actor: int, id_: int, body: str) -> Comment:
        comment = self.find_comment(id_)
        if comment.author != actor and not self.may(actor, "write"):
            raise PermissionError("Must have write access to edit another's comment")
        before, comment.body, comment.is_as_written = comment.body, body, False
        comment.updated_at = max(self.clock(), comment.created_at)
        thread = self.thread(comment.thread)
        thread.updated_at = max(thread.updated_at, comment.updated_at)
        self.tell("issue_comment", "edited", thread, actor, comment=comment, changes={"body": {"from": before}})
        return comment

    def delete_comment(self, actor: int, id_: int) -> None:
        """It is gone from every list; only the event still has it."""
        comment = self.find_comment(id_)
        if comment.author != actor and not self.may(actor, "write"):
            raise PermissionError("Must have write access to delete another's comment")
        del self.comments[id_]
        thread = self.thread(comment.thread)
        thread.updated_at = max(thread.updated_at, self.clock())
        self.tell("issue_comment", "deleted", thread, actor, comment=comment)

    def react(self, actor: int, id_: int, content: str) -> int:
        """A reaction that is there already stays the only one; it is no event."""
        return self.find_comment(id_).reactions.setdefault((actor, content), self.new_id())

    def set_status(self, sha: str, state: str, context: str, description: str) -> Status:
        if len(description) > 140:
            raise Invalid("description is too long (maximum is 140 characters)")
        made = Status(self.new_id(), state, context, description, self.clock())
        self.statuses.setdefault(sha, []).append(made)
        return made

    # pushes

    def pulls_from(self, source: str, branch: str) -> list[Thread]:
        """Open pull requests whose head is this branch of this repository."""
        found = [t for t in self.threads.values() if t.pull is not None and t.state == "open"]
        return [t for t in found if t.pull is not None and (t.pull.source, t.pull.branch) == (source, branch)]

    def pushed(
        self,
        branch: str,
        new: str | None,
        reachable: Callable[[str, str], bool],
        actor: int,
        source: str | None = None,
    ) -> None:
        """What GitHub does after a push: heads of pull requests move, and those now reachable from their base are merged.

        `source` is the repository pushed to, if it is a fork.
        """
        own = f"{self.owner}/{self.name}"
        for thread in self.threads.values():
            pull = thread.pull
            if pull is None or thread.state != "open":
                continue
            if new is not None and pull.branch == branch and pull.source == (source or own) and pull.head != new:
                pull.head = new
                self._touch(thread, "synchronize", actor)
            if new is not None and source in (None, own) and pull.base == branch and reachable(pull.head, new):
                pull.merged_at = thread.closed_at = self.clock()
                thread.state = "closed"
                self._touch(thread, "closed", actor)

    def head_moved(self, actor: int, number: int, head: str) -> None:
        thread, pull = self._pull(number)
        pull.head = head
        self._touch(thread, "synchronize", actor)

    # lists

    def threads_since(self, since: int | None) -> list[Thread]:
        return [t for t in self.threads.values() if since is None or t.updated_at >= since]

    def comments_since(self, since: int | None) -> list[Comment]:
        return [c for c in self.comments.values() if since is None or c.updated_at >= since]

    def comments_of(self, number: int) -> list[Comment]:
        self.thread(number)
        return [c for c in self.comments.values() if c.thread == number]

    def _touch(self, thread: Thread, action: str, actor: int, **more: Any) -> None:
        thread.updated_at = max(thread.updated_at, self.clock())
        self.tell("pull_request" if thread.pull else "issues", action, thread, actor, **more)

    def tell(self, event: str, action: str, thread: Thread, actor: int, **more: Any) -> None:
        for listener in list(self.listeners):
            listener(event, action, {"thread": thread, "actor": actor, **more})
