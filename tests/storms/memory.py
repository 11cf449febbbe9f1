"""The hub's model without a network: the referee's ports on values in memory, for storms. Same behaviour, no sockets, no git."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise, starmap
from typing import Final, Literal, TypeVar, cast

from engine.hub import threads
from engine.hub.accounts import BOT_ID
from engine.hub.model import Invalid, Missing
from engine.referee.ports import (
    MOST_FILES,
    MOST_PATHS,
    Account,
    Comment,
    CommitInfo,
    Deletion,
    Gone,
    Moved,
    Mute,
    Odd,
    Permission,
    Pull,
    PushRefused,
    Thread,
    TooMuch,
    TreeEntry,
    Unprocessable,
    Unreachable,
)
from tests.github.model import Model
from tests.storms.store import Store

T = TypeVar("T")
OWN_CONTEXT: Final = "nomic/vote"  # a status that is no check of anything
# Told before and after every side effect: its name, and whether it has happened yet. It may raise.
Watch = Callable[[str, bool], None]


def nobody_watches(name: str, done: bool) -> None:
    """The default: nothing goes wrong."""


class MemoryRepository:
    """The Repository port on a store. `refuse` and `lose` strike the next push."""

    def __init__(self, store: Store, model: Model, watch: Watch = nobody_watches) -> None:
        self.store, self.model, self.watch = store, model, watch
        self.refuse = ""
        self.lose = False
        self.before_push: Callable[[], None] | None = None
        self._fetched: set[str] = set()  # what was fetched once stays

    def fetch(self) -> str:
        return self.store.main

    def pull_heads(self) -> dict[int, str]:
        return dict(self.store.heads)

    def fetch_pull(self, number: int, head: str) -> None:
        if head != self.store.heads.get(number) and head not in self._fetched:
            raise Gone(f"the head of #{number} is gone")
        self._fetched.add(head)

    def tree(self, commit: str, under: str = "", *, sizes: bool = True, most: int = MOST_FILES) -> dict[str, TreeEntry]:
        files = self.store.commits[commit].files
        if under in files:
            return {under: self.store.entry(files[under])}
        inside = f"{under.rstrip('/')}/" if under else ""
        found = {p: self.store.entry(t) for p, t in files.items() if p.startswith(inside)}
        if len(found) > most:
            raise TooMuch(f"there are more than {most} files")
        return found

    def blobs(self, ids: Iterable[str], along: Iterable[str] = ()) -> dict[str, bytes]:
        return {name: self.store.blobs[name] for name in ids}

    def commit_info(self, commit: str) -> CommitInfo:
        return self.store.info(commit)

    def first_parents(self, commit: str, limit: int) -> list[CommitInfo]:
        found: list[CommitInfo] = []
        while commit and len(found) < limit:
            found.append(self.commit_info(commit))
            commit = found[-1].parents[0] if found[-1].parents else ""
        return found

    def merge_base(self, one: str, other: str) -> str | None:
        """The newest common ancestor: the first met on the way back from `other` by time."""
        commits = self.store.commits
        return next(self.store.named(commits[one].line & commits[other].line), None)

    def own_commits(self, base: str, head: str, limit: int, *, in_part: bool = False) -> list[CommitInfo]:
        commits = self.store.commits
        theirs = self.store.named(commits[head].line & ~commits[base].line)
        return sorted((self.commit_info(name) for name in theirs), key=lambda c: (-c.time, c.sha))[:limit]

    def changed_paths(
        self, one: str, other: str, *, under: Sequence[str] = (), most: int = MOST_PATHS
    ) -> dict[str, tuple[TreeEntry | None, TreeEntry | None]]:
        before, after = self.store.commits[one].files, self.store.commits[other].files
        paths = sorted(p for p in {*before, *after} if before.get(p) != after.get(p))
        paths = [path for path in paths if not under or path.startswith(tuple(under))]
        if len(paths) > most:
            raise TooMuch(f"more than {most} files are changed")
        return {p: (self._entry(before.get(p)), self._entry(after.get(p))) for p in paths}

    def own_changes(self, commits: Sequence[tuple[str, Sequence[str]]], most: int) -> list[dict[str, TreeEntry | None]]:
        found: list[dict[str, TreeEntry | None]] = []
        for commit, others in commits:
            changes = [self.changed_paths(other, commit) for other in others]
            own = sorted(set(changes[0]).intersection(*changes[1:]))
            found.append({path: changes[0][path][1] for path in own})
        if sum(map(len, found)) > most:
            raise TooMuch(f"more than {most} files are changed")
        return found

    def _entry(self, text: str | None) -> TreeEntry | None:
        return None if text is None else self.store.entry(text)

    def difference(
        self, one: CommitInfo, other: CommitInfo, *, under: Sequence[str] = (), but: Sequence[str] = ()
    ) -> dict[str, TreeEntry | None]:
        before, after = self.store.commits[one.sha].files, self.store.commits[other.sha].files
        paths = (p for p in {**before, **after} if before.get(p) != after.get(p))
        wanted = (p for p in paths if (not under or p.startswith(tuple(under))) and not p.startswith(tuple(but)))
        return {p: self._entry(after.get(p)) for p in wanted}

    def touched(
        self, commits: Sequence[CommitInfo], folders: Sequence[str], most: int, in_all: int
    ) -> Iterator[dict[str, dict[str, TreeEntry | None] | None]]:
        for changed in starmap(self.difference, pairwise(commits)):
            if in_all <= 0:
                return
            found = {top: {p: e for p, e in sorted(changed.items()) if p.startswith(f"{top}/")} for top in folders}
            in_all -= sum(min(len(files), most) for files in found.values())
            yield {top: files if len(files) <= most else None for top, files in found.items()}

    def sized(self, commits: Sequence[Mapping[str, TreeEntry | None]]) -> list[dict[str, TreeEntry | None]]:
        return [dict(files) for files in commits]

    def is_ancestor(self, one: str, other: str) -> bool:
        wanted, found = self.store.commits[one].line, self.store.commits[other].line
        return wanted & found == wanted

    def commit(self, parents: Sequence[str], changes: Mapping[str, str | None], message: str, time: int) -> str:
        return self.store.add(parents, changes, message, time, "nomic")

    def push(self, old: str, new: str) -> None:
        self.watch("push", False)
        if self.before_push is not None:
            act, self.before_push = self.before_push, None
            act()
        if self.refuse:
            words, self.refuse = self.refuse, ""
            raise PushRefused(words)
        if self.store.main != old:
            raise Moved
        self.store.main = new
        self.model.pushed("main", new, self.is_ancestor, BOT_ID)
        self.watch("push", True)
        if self.lose:
            self.lose = False
            raise Unreachable("the answer to the push was lost", "The next pass looks.")


class MemoryForge:
    """The Forge port on a model. `hide` newest items from so many reads; `fail` so many reads outright."""

    def __init__(self, model: Model, watch: Watch = nobody_watches) -> None:
        self.model, self.watch = model, watch
        self.hide = 0
        self.fail = 0

    def server_time(self) -> int:
        return self.model.clock()

    def threads_since(self, since: int | None) -> list[Thread]:
        return self._read([self._thread(t) for t in self.model.threads_since(since)])

    def comments_since(self, since: int | None) -> list[Comment]:
        found = self._read([self._comment(c) for c in self.model.comments_since(since)])
        if self.hide:
            self.hide -= 1
            newest = max((c.updated_at for c in found), default=0)
            found = [c for c in found if c.updated_at < newest]
        return found

    def odd(self) -> list[Odd]:
        return []

    def _read(self, items: list[T]) -> list[T]:
        if self.fail:
            self.fail -= 1
            raise Unreachable("502 in the middle of a list", "The next pass reads again.")
        return items

    def comments_of(self, number: int) -> list[Comment]:
        self._found(number)
        return self._read([self._comment(c) for c in self.model.comments_of(number)])

    def comment(self, comment: int) -> Comment:
        try:
            return self._comment(self.model.find_comment(comment))
        except Missing as error:
            raise Gone(str(error)) from None

    def thread(self, number: int) -> Thread:
        return self._thread(self._found(number))

    def edited_at(self, number: int) -> int | None:
        times = [self._found(number).edited_at, self.brought_at(number)]
        return max((time for time in times if time is not None), default=None)

    def brought_at(self, number: int) -> int | None:
        return self.model.brought.get(self._found(number).number)

    def never_edited(self, number: int) -> dict[int, tuple[int, int]]:
        return self.model.never_edited(self._found(number).number)

    def login(self) -> str | None:
        return self.model.accounts[BOT_ID].login

    def pull(self, number: int) -> Pull:
        thread = self._found(number)
        if thread.pull is None:
            raise Gone(f"#{number} is no pull request")
        state: Literal["open", "closed"] = "open" if thread.state == "open" else "closed"
        return Pull(number, thread.pull.base, thread.pull.head, state, thread.pull.merged_at is not None)

    def _found(self, number: int) -> threads.Thread:
        try:
            return self.model.thread(number)
        except Missing as error:
            raise Gone(str(error)) from None

    def checks(self, sha: str) -> Literal["passed", "failed", "pending"]:
        """The newest status of each context but the engine's own; check runs are not modelled."""
        newest = {s.context: s.state for s in self.model.statuses.get(sha, []) if s.context != OWN_CONTEXT}
        if {"failure", "error"} & set(newest.values()):
            return "failed"
        return "passed" if set(newest.values()) <= {"success"} else "pending"

    def permission(self, login: str) -> Permission:
        """Of a user; apps and bots, and who does not exist, have none."""
        users = [a for a in self.model.accounts.values() if a.login.lower() == login.lower() and not a.bot]
        return cast(Permission, self.model.permission(users[0].id)) if users else "none"

    def create_comment(self, number: int, body: str) -> Comment:
        return self._comment(self._write("create_comment", lambda: self.model.comment(BOT_ID, number, body)))

    def edit_comment(self, comment: int, body: str) -> None:
        self._write("edit_comment", lambda: self.model.edit_comment(BOT_ID, comment, body))

    def delete_comment(self, comment: int) -> None:
        with suppress(Gone):
            self._write("delete_comment", lambda: self.model.delete_comment(BOT_ID, comment))

    def create_issue(self, title: str, body: str, labels: Sequence[str], assignee: str | None) -> Thread:
        self._check([assignee])
        thread = self._write("create_issue", lambda: self.model.open_thread(BOT_ID, title, body))
        if labels:
            self.model.add_labels(BOT_ID, thread.number, list(labels))
        if assignee:
            self.model.set_assignees(BOT_ID, thread.number, [assignee])
        return self._thread(thread)

    def update_issue(
        self,
        number: int,
        *,
        title: str | None = None,
        body: str | None = None,
        state: Literal["open", "closed"] | None = None,
        assignees: Sequence[str] | None = None,
        labels: Sequence[str] | None = None,
    ) -> None:
        self._check(assignees)
        given = {"title": title, "body": body, "state": state}.items()
        changes = {name: value for name, value in given if value is not None}
        self._write("update_issue", lambda: self.model.update_thread(BOT_ID, number, **changes))
        if assignees is not None:
            self.model.set_assignees(BOT_ID, number, list(assignees))
        if labels is not None:
            self.model.set_labels(BOT_ID, number, list(labels))

    def _check(self, assignees: Sequence[str | None] | None) -> None:
        try:
            self.model.check_assignees(assignees)
        except Invalid as error:
            raise Unprocessable(str(error)) from None

    def add_labels(self, number: int, labels: Sequence[str]) -> Sequence[str]:
        self._write("add_labels", lambda: self.model.add_labels(BOT_ID, number, list(labels)))
        return tuple(self.model.thread(number).labels)

    def remove_label(self, number: int, label: str) -> None:
        self._write("remove_label", lambda: self.model.remove_label(BOT_ID, number, label))

    def react(self, comment: int, content: str) -> None:
        self._write("react", lambda: self.model.react(BOT_ID, comment, content))

    def set_status(self, sha: str, state: Literal["pending", "success", "failure"], text: str, context: str) -> None:
        self._write("set_status", lambda: self.model.set_status(sha, state, context, text))

    def _write(self, name: str, act: Callable[[], T]) -> T:
        self.watch(name, False)
        try:
            done = act()
        except Missing as error:
            raise Gone(str(error)) from None
        except PermissionError as error:
            raise Mute(str(error)) from None
        except Invalid as error:
            raise Unprocessable(str(error)) from None
        self.watch(name, True)
        return done

    def trace(self, comment: int, actor: int) -> Deletion:
        """What the event tells of a comment that is about to be deleted, and of who does it."""
        return Deletion(self._comment(self.model.find_comment(comment)), self._account(actor))

    def _account(self, id_: int) -> Account | None:
        known = self.model.accounts[id_]
        return None if known.deleted else Account(known.id, known.login, known.bot)

    def _thread(self, thread: threads.Thread) -> Thread:
        return Thread(
            number=thread.number,
            kind="pull" if thread.pull else "issue",
            title=thread.title,
            body=thread.body,
            author=self._account(thread.author),
            association=self.model.association(thread.author),
            labels=tuple(thread.labels),
            assignees=tuple(self.model.accounts[a].login for a in thread.assignees),
            state="open" if thread.state == "open" else "closed",
            merged=thread.pull is not None and thread.pull.merged_at is not None,
            created_at=thread.created_at,
            updated_at=thread.updated_at,
            closed_at=thread.closed_at,
        )

    def _comment(self, comment: threads.Comment) -> Comment:
        author, association = self._account(comment.author), self.model.association(comment.author)
        times = (comment.created_at, comment.updated_at)
        return Comment(comment.id, comment.thread, author, association, comment.body, *times)
