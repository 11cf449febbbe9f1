"""What people do on GitHub beside what they do at a table: push, merge, lock, rename."""

from collections.abc import Mapping

from engine.hub import people
from engine.hub.git_http import author_and_committer
from tests.github.hub import Hub
from tests.github.model import Model


class People(people.People):
    hub: Hub
    model: Model

    def join(self, login: str, role: str = "none") -> int:
        """Makes an account with a role in the repository; returns its id."""
        account = self.model.account(login, role)
        if role != "none":
            self.model.roles[account.id] = role
        return account.id

    def lock(self, login: str, number: int, *, locked: bool = True) -> None:
        self.model.lock(self._id(login), number, locked=locked)

    def retarget(self, login: str, number: int, base: str) -> None:
        self.model.retarget(self._id(login), number, base)

    def rename(self, login: str, to: str) -> None:
        self.model.account(login).login = to

    def push(self, login: str, number: int, changes: Mapping[str, str | None], *, start: str | None = None) -> str:
        """New commits on a pull request; with `start` its branch is rewritten from there."""
        thread = self.model.thread(number)
        assert thread.pull is not None
        head = self.git.commit([start or thread.pull.head], changes, "More of it", login, self.hub.clock())
        self.git.move(f"refs/pull/{number}/head", head)
        if thread.pull.source == self.hub.full_name:
            self.git.move(f"refs/heads/{thread.pull.branch}", head)
        self.model.head_moved(self._id(login), number, head)
        return head

    def merge(self, login: str, number: int) -> str:
        """The green button: a merge commit on main."""
        thread = self.model.thread(number)
        assert thread.pull is not None
        main = self.git.head() or ""
        tree = self.git.run("merge-tree", "--write-tree", main, thread.pull.head).splitlines()[0]
        arguments = ("-p", main, "-p", thread.pull.head, "-m", f"Merge #{number}")
        made = self.git.run("commit-tree", tree, *arguments, env=author_and_committer(login, self.hub.clock()))
        self.git.move("refs/heads/main", made)
        self.model.pushed("main", made, self.git.reaches, self._id(login))
        return made
