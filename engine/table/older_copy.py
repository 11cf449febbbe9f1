"""A `hub.sqlite` that is older than its game, as where a copy was put back: what the journal knows beyond it is made anew from there.

Else its numbers would be given a second time: who is seated next would be whoever had that number, a new proposal would be taken
for commits of another, and what is said next for what was judged long ago.
"""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.hub.accounts import BOT_ID, Account
from engine.hub.git_http import Git
from engine.hub.model import Model
from engine.hub.threads import Comment, Pull, Thread
from engine.store import canon, journal
from engine.store.guard import YamlProblem
from engine.store.records import JOURNAL, NOTES, folder

LEFT_FREE: Final = 1_000  # numbers that answers and reactions may have had: of those the journal knows nothing
THREADS: Final = folder("threads")
GONE: Final = "What stood here is not kept."
_GIVEN: Final = ("grep", "-hE", "^  (comment|thread): [0-9]+$", "main", "--", JOURNAL)
Entries = Sequence[Mapping[str, Any]]


@dataclass
class Lacking:
    """What a model lacked: logins of seats, numbers of threads, and how many comments."""

    seats: list[str] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)
    comments: int = 0

    def told(self, path: str) -> tuple[str, str]:
        """A line of cause and one of remedy."""
        found = [f"the seat of {login}" for login in self.seats]
        found += [f"#{number}" for number in self.threads]
        found += [f"{self.comments} comment{'s' * (self.comments != 1)}"] if self.comments else []
        made = f" Made anew from the journal: {', '.join(found)}." if found else ""
        return (
            f"{path} is older than the game beside it, as a copy is that was put back.{made}",
            "Say again what was not judged, add again who has no seat, and issue anew under Seats what link opens nothing.",
        )


def time_of(git: Git) -> int:
    """When the newest thing was that `main` knows; 0 before any."""
    try:
        notes = canon.read(_text(git, NOTES))
    except (subprocess.CalledProcessError, YamlProblem):  # what is broken is said by the pass
        return 0
    return max(int((notes.get("position") or [0])[0]), int(notes.get("cursor") or 0))


def overtake(model: Model, git: Git, forks: Mapping[str, Git]) -> Lacking | None:
    """Brings the model to where the journal is. None if it is there: numbers only grow, so the newest ones tell."""
    paths = git.run("ls-tree", "-r", "--name-only", "main", THREADS).splitlines()
    records = {int(n): p for p in paths if (n := p.removeprefix(THREADS).removesuffix(".yaml")).isdigit()}
    newest, given = {"comment": model.newest_id, "thread": max(model.threads, default=0)}, _given(git)
    if not any(number > newest[kind] for kind, number in given) and records.keys() <= model.threads.keys():
        return None
    days = git.run("ls-tree", "-r", "--name-only", "main", JOURNAL).splitlines()
    entries = [entry for day in sorted(days) for entry in _read(journal.entries, git, day, [])]
    known, missing = model.newest_id, Lacking()
    _seats(model, entries, known, missing)
    numbers = [number for kind, number in given if kind == "comment"]
    model.newest_id = max([known, *model.accounts.keys() - {BOT_ID}, *numbers]) + LEFT_FREE
    _threads(model, git, forks, {n: _read(canon.read, git, path, {}) for n, path in records.items()}, entries, missing)
    _comments(model, entries, known, missing)
    return missing


def _given(git: Git) -> list[tuple[str, int]]:
    """The numbers of comments and threads that entries name; a text of somebody's is never so far to the left."""
    try:
        lines = git.run(*_GIVEN).splitlines()
    except subprocess.CalledProcessError:  # there is none
        return []
    return [(kind.strip(), int(number)) for kind, _, number in (line.partition(":") for line in lines)]


def _text(git: Git, path: str) -> str:
    return git.blob(git.run("rev-parse", f"main:{path}")).decode("utf-8", "replace")


def _read(reading: Callable[[str], Any], git: Git, path: str, else_: Any) -> Any:
    """What a file holds; of one that nobody can read what is given for it."""
    try:
        return reading(_text(git, path))
    except YamlProblem:
        return else_


def _seats(model: Model, entries: Entries, known: int, missing: Lacking) -> None:
    actors = [actor for entry in entries if (actor := entry.get("actor"))]
    found = {int(actor["id"]): str(actor["login"]) for actor in actors if int(actor["id"]) > known}
    taken = {account.login.lower() for account in model.accounts.values()}
    for id_, login in sorted(found.items()):
        if id_ != BOT_ID and login.lower() not in taken:
            model.accounts[id_] = Account(id_, login)
            missing.seats.append(login)


def _threads(
    model: Model,
    git: Git,
    forks: Mapping[str, Git],
    records: Mapping[int, Mapping[str, Any]],
    entries: Entries,
    missing: Lacking,
) -> None:
    """Those that the model lacks; and of the others what was told of them later than it knows."""
    told = [entry for entry in entries if entry["kind"] in ("opened", "thread") and entry.get("thread")]
    since = {number: thread.updated_at for number, thread in model.threads.items()}
    times = {int(entry["thread"]): int(entry["time"]) for entry in reversed(told)}
    last = max([*records, *model.threads, *times], default=0)
    for number in range(1, last + 1):
        if number not in model.threads:
            at = min(times.get(number, model.clock()), model.clock())
            model.threads[number] = _made(model, git, forks, number, records.get(number), at)
            missing.threads.append(number)
    model.threads = dict(sorted(model.threads.items()))
    for entry in told:
        number = int(entry["thread"])
        if number in since and entry["kind"] == "thread" and int(entry["time"]) > since[number] and number in records:
            _as_recorded(model.threads[number], records[number], int(entry["time"]))


def _made(
    model: Model, git: Git, forks: Mapping[str, Git], number: int, record: Mapping[str, Any] | None, at: int
) -> Thread:
    """A thread as the game has it. Of one that it has not, the number alone is kept: the engine's own and closed, nobody speaks there."""
    if record is None:
        return Thread(number, model.new_id(), BOT_ID, GONE, "", at, at, state="closed", closed_at=at)
    author = int((record.get("author") or {}).get("id", BOT_ID))
    author = author if author in model.accounts else BOT_ID
    thread = Thread(number, model.new_id(), author, GONE, "", at, at)
    if record.get("kind") == "pull":
        head = str(record.get("head") or git.head())
        thread.pull = Pull("main", *_branch(git, forks, f"{model.owner}/{model.name}", number, head))
        git.move(f"refs/pull/{number}/head", thread.pull.head)
    _as_recorded(thread, record, at)
    return thread


def _branch(git: Git, forks: Mapping[str, Git], own: str, number: int, head: str) -> tuple[str, str, str]:
    """(branch, head, repository): where the head still lies, or else where it is laid."""
    for name, place in [(own, git), *sorted(forks.items())]:
        for branch, commit in place.branches().items():
            if commit == head and branch != "main":
                return branch, head, name
    branch = f"put-back-{number}"
    git.move(f"refs/heads/{branch}", head)
    return branch, head, own


def _as_recorded(thread: Thread, record: Mapping[str, Any], at: int) -> None:
    thread.title, thread.state = str(record.get("title") or GONE), str(record.get("state") or "open")
    if thread.state == "open" or not thread.body:  # of a closed issue the game keeps no words
        thread.body = str(record.get("body") or "")
    thread.closed_at = at if thread.state == "closed" else None
    thread.labels = sorted({*thread.labels, *map(str, record.get("labels") or ())})
    thread.updated_at = max(thread.updated_at, at)
    if thread.pull is not None and record.get("merged"):
        thread.pull.merged_at = at


def _comments(model: Model, entries: Entries, known: int, missing: Lacking) -> None:
    """What was said, edited and deleted after the copy, and is in the journal word for word."""
    edited = {comment.id: comment.updated_at for comment in model.comments.values()}
    before = set(model.comments)
    for entry in entries:
        id_, text = int(entry.get("comment") or 0), _words(entry)
        comment, at = model.comments.get(id_), int(entry["time"])
        if entry["kind"] == "deleted":
            model.comments.pop(id_, None)
        elif comment is None and id_ > known and entry["kind"] in ("said", "edited") and text and entry.get("actor"):
            author, begun = int(entry["actor"]["id"]), at - bool(entry.get("edited"))
            if author in model.accounts and entry["thread"] in model.threads:
                model.comments[id_] = Comment(id_, int(entry["thread"]), author, text, begun, at)
        elif comment is not None and entry["kind"] == "edited" and text and at > edited.get(id_, 0):
            comment.body, comment.updated_at = text, max(at, comment.created_at)
    missing.comments = len(model.comments.keys() - before)


def _words(entry: Mapping[str, Any]) -> str:
    """What was written; where that was taken out of the journal, the vote that it was, if it was one."""
    text = entry.get("text")
    return text if isinstance(text, str) else str(entry.get("outcome", {}).get("vote") or "")
