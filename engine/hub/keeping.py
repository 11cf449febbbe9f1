"""The hub's model on disk, in SQLite: written after each request, read again at the start, and fitted to what git says.

What is kept is compared with what was written last, so whatever changed the model is written, and nothing else.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from engine.hub.accounts import Account
from engine.hub.git_http import Git
from engine.hub.model import Model
from engine.hub.threads import Comment, Pull, Review, Status, Thread
from engine.store.told import Told

FORMAT: Final = 1
_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS kept (kind TEXT, key TEXT, value TEXT, PRIMARY KEY (kind, key)) WITHOUT ROWID"
)
PATIENCE: Final = 5.0  # seconds for whoever else has it open
BROKEN: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
FIRST: Final = {
    **dict.fromkeys((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), "Close what else has it open"),
    **dict.fromkeys((sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR), "Make room on the disk, or look whether it fails"),
    **dict.fromkeys(
        (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH),
        "Look at who may write there",
    ),
}
COPY: Final = "Put back a copy of it. The rules, the records and the journal stand whole in the repository beside it."
Rows = dict[tuple[str, str], Any]


class NotKept(Told):
    """What was done could not be written; it is with whatever is written next, unless the process has `ended`."""

    status = 507

    def __init__(self, path: Path, why: object, *, ended: bool = False) -> None:
        self.path, self.why = path, why
        first = "Close what else has it open." if "locked" in str(why) else "Make room on the disk."
        then = "What was done last stands, and is kept with the next thing that is done."
        if ended:
            then = "What was done since it could not be written is lost; what anyone was told is done is there."
        super().__init__(f"{path} cannot be written: {why}.", f"{first} {then}")


class UnreadableTable(Told):
    """The file is no database, or a broken one."""


class NotNow(Told):
    """The file may be whole, and cannot be looked at: by the disk, by who may write there, or by who else has it open."""


def trouble(path: Path, error: sqlite3.Error) -> UnreadableTable | NotNow:
    """What to raise for an error of SQLite's: a copy is put back only where the file itself is broken."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # above that stands in what it showed
    if code in BROKEN:
        return UnreadableTable(f"{path} cannot be read: {error}.", COPY)
    first = FIRST.get(code, "Look at the disk, at who may write there, and at what else has it open")
    remedy = f"{first}, and try again. The file itself may be whole: leave it where it is."
    return NotNow(f"{path} cannot be opened: {error}.", remedy)


def named(path: Path) -> tuple[str, str] | None:
    """(owner, name) of the repository kept there; None if nothing is yet. Writes nothing. Raises UnreadableTable and NotNow."""
    if not path.is_file():
        return None
    try:
        with closing(sqlite3.connect(path, timeout=PATIENCE)) as base:
            begun = base.execute("SELECT 1 FROM sqlite_master WHERE name = 'kept'").fetchone()
            row = begun and base.execute("SELECT value FROM kept WHERE kind = 'repository'").fetchone()
    except sqlite3.Error as error:
        raise trouble(path, error) from None
    found = None if row is None else json.loads(row[0])
    return None if found is None else (str(found["owner"]), str(found["name"]))


class Keeper:
    """`notes` are the owner's own small values (texts and numbers), kept with the model in one transaction.

    Raises Told: UnreadableTable and NotNow, and for a folder that was written by a later engine.
    """

    def __init__(self, path: Path, model: Model) -> None:
        self.path, self.model = path, model
        fresh = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        os.close(fresh)
        # Several threads use it, one at a time: under the lock of the hub's server.
        self.base = sqlite3.connect(path, PATIENCE, isolation_level=None, check_same_thread=False)
        self.notes: dict[str, Any] = {}
        self._written: Rows = {}
        try:
            for first in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", _TABLES):
                self.base.execute(first)
            self._load()
        except sqlite3.Error as error:
            self.base.close()
            raise trouble(path, error) from None

    def close(self) -> None:
        self.base.close()

    def save(self) -> None:
        """Writes what changed since the last time, whole or not at all. Raises NotKept."""
        now = dict(self._rows())
        changed = [(place, mark) for place, mark in now.items() if self._written.get(place) != mark]
        gone = [place for place in self._written if place not in now]
        if not changed and not gone:
            return
        rows = [(*place, json.dumps(self._value(*place))) for place, _ in changed]
        try:
            self._write(gone, rows)
        except sqlite3.Error as error:
            raise NotKept(self.path, error) from None
        self._written = now

    def _write(self, gone: list[tuple[str, str]], rows: list[tuple[str, str, str]]) -> None:
        self.base.execute("BEGIN IMMEDIATE")
        try:
            self.base.executemany("DELETE FROM kept WHERE kind = ? AND key = ?", gone)
            self.base.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", rows)
            self.base.execute("COMMIT")
        except BaseException:
            if self.base.in_transaction:  # a full disk has SQLite take it back by itself
                self.base.execute("ROLLBACK")
            raise

    def _rows(self) -> Iterator[tuple[tuple[str, str], Any]]:
        """Each thing that is kept, with a mark that is another when the thing is."""
        yield ("format", ""), FORMAT
        yield ("repository", ""), self._value("repository", "")
        for name, note in self.notes.items():
            yield ("note", name), json.dumps(note)
        for account in self.model.accounts.values():
            yield ("account", str(account.id)), (account.login, account.deleted, self.model.roles.get(account.id))
        for thread in self.model.threads.values():
            yield ("thread", str(thread.number)), repr(thread)
        for comment in self.model.comments.values():
            yield ("comment", str(comment.id)), (comment.body, comment.updated_at, len(comment.reactions))
        for sha, statuses in self.model.statuses.items():
            yield ("statuses", sha), len(statuses)

    def _value(self, kind: str, key: str) -> Any:
        model = self.model
        if kind == "format":
            return FORMAT
        if kind == "repository":
            return {"owner": model.owner, "name": model.name, "ids": model.newest_id, "labels": dict(model.labels)}
        if kind == "note":
            return self.notes[key]
        if kind == "account":
            return {**vars(model.accounts[int(key)]), "role": model.roles.get(int(key))}
        if kind == "thread":
            thread = model.threads[int(key)]
            pull = None if thread.pull is None else vars(thread.pull)
            return {**vars(thread), "pull": pull, "reviews": [vars(review) for review in thread.reviews]}
        if kind == "comment":
            comment = model.comments[int(key)]
            return {**vars(comment), "reactions": [[*who, id_] for who, id_ in comment.reactions.items()]}
        return [vars(status) for status in model.statuses[key]]

    def _load(self) -> None:
        found: dict[str, dict[str, Any]] = {}
        for kind, key, value in self.base.execute("SELECT kind, key, value FROM kept"):
            found.setdefault(kind, {})[key] = json.loads(value)
        if found.get("format", {}).get("", FORMAT) > FORMAT:
            raise Told(f"{self.path} was written by a later version of nomic.", "Use that version, or a newer one.")
        if "repository" not in found:
            return
        self.notes = found.get("note", {})
        _fill(self.model, found)
        self._written = dict(self._rows())


def _fill(model: Model, found: dict[str, dict[str, Any]]) -> None:
    kept = found["repository"][""]
    model.owner, model.name, model.labels = kept["owner"], kept["name"], kept["labels"]
    model.newest_id = kept["ids"]
    for key, value in found.get("account", {}).items():
        role = value.pop("role")
        model.accounts[int(key)] = Account(**value)
        if role is not None:
            model.roles[int(key)] = role
    threads = [_thread(value) for value in found.get("thread", {}).values()]
    model.threads.update({t.number: t for t in sorted(threads, key=lambda t: t.number)})
    comments = [_comment(value) for value in found.get("comment", {}).values()]
    model.comments.update({c.id: c for c in sorted(comments, key=lambda c: c.id)})
    for sha, values in found.get("statuses", {}).items():
        model.statuses[sha] = [Status(**value) for value in values]


def _thread(value: dict[str, Any]) -> Thread:
    pull = value.pop("pull")
    reviews = [Review(**review) for review in value.pop("reviews", [])]
    return Thread(**value, pull=None if pull is None else Pull(**pull), reviews=reviews)


def _comment(value: dict[str, Any]) -> Comment:
    reactions = {(int(who), str(content)): int(id_) for who, content, id_ in value.pop("reactions")}
    return Comment(**value, reactions=reactions)


def fit(model: Model, git: Git, forks: dict[str, Git]) -> None:
    """What git took in before the model heard of it, told now: heads that moved, and what was merged."""
    own = f"{model.owner}/{model.name}"
    for thread in list(model.threads.values()):
        pull = thread.pull
        if pull is None or thread.state != "open":
            continue
        source = git if pull.source == own else forks.get(pull.source)
        head = None if source is None else source.head(pull.branch)
        if head is not None and head != pull.head:
            if source is not None and source is not git:
                git.run("fetch", "--quiet", str(source.directory), head)
            git.move(f"refs/pull/{thread.number}/head", head)
            model.head_moved(thread.author, thread.number, head)
    main = git.head()
    if main is not None:
        model.pushed("main", main, git.reaches, model.account(model.owner).id)
