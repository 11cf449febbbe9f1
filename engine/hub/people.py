"""What people do on the hub, by login: write, edit, delete, open and push pull requests, commit by hand."""

from collections.abc import Mapping

from engine.hub.git_http import Git
from engine.hub.hub import Hub
from engine.hub.model import sayable
from engine.hub.threads import Comment, Pull, Thread


class People:
    """Hands for everyone at the table of one hub."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.model, self.git = hub, hub.model, hub.git

    def _id(self, login: str) -> int:
        return self.model.account(login).id

    def comment(self, login: str, number: int, text: str) -> Comment:
        return self.model.comment(self._id(login), number, text)

    def edit_comment(self, login: str, comment: int, text: str) -> Comment:
        sayable(text)
        return self.model.edit_comment(self._id(login), comment, text)

    def delete_comment(self, login: str, comment: int) -> None:
        self.model.delete_comment(self._id(login), comment)

    def open_issue(self, login: str, title: str, body: str = "", labels: tuple[str, ...] = ()) -> Thread:
        thread = self.model.open_thread(self._id(login), title, body)
        thread.labels += labels
        for label in labels:
            self.model.labels.setdefault(label, self.model.new_id())
        return thread

    def retitle(self, login: str, number: int, title: str) -> None:
        self.model.update_thread(self._id(login), number, title=title)

    def close(self, login: str, number: int) -> None:
        self.model.update_thread(self._id(login), number, state="closed")

    def reopen(self, login: str, number: int) -> None:
        self.model.update_thread(self._id(login), number, state="open")

    def open_pull(
        self,
        login: str,
        title: str,
        changes: Mapping[str, str | None],
        *,
        body: str = "",
        base: str = "main",
        from_fork: bool = False,
        start: str | None = None,
    ) -> Thread:
        """A pull request with one commit on `start` (the head of main if left out), from a branch or from a fork."""
        parent = start or self.git.head() or ""
        branch = f"{login}-{len(self.model.threads) + 1}"
        head = self.git.commit([parent], changes, title, login, self.hub.clock())
        source = self._publish(login, branch, head, from_fork)
        number = len(self.model.threads) + 1
        self.git.move(f"refs/pull/{number}/head", head)
        return self.model.open_thread(self._id(login), title, body, pull=Pull(base, branch, head, source))

    def _publish(self, login: str, branch: str, head: str, from_fork: bool) -> str:
        """Puts the branch where it belongs; a fork is a repository of its own."""
        if not from_fork:
            self.git.move(f"refs/heads/{branch}", head)
            return self.hub.full_name
        name = f"{login}/{self.model.name}"
        if name not in self.hub.forks:
            self.hub.forks[name] = Git(self.hub.directory / f"{login}-{self.model.name}.git")
        fork = self.hub.forks[name]
        fork.run("fetch", "--quiet", str(self.git.directory), f"{head}:refs/heads/{branch}")
        return name

    def commit(self, login: str, changes: Mapping[str, str | None], message: str) -> str:
        """A commit by hand on main."""
        parents = [head] if (head := self.git.head()) else []
        made = self.git.commit(parents, changes, message, login, self.hub.clock())
        self.git.move("refs/heads/main", made)
        self.model.pushed("main", made, self.git.reaches, self._id(login))
        return made
