"""The game as pages see it: the files of main, the threads, and what the law says of them, read once for each change."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from engine.forge.repository import GitRepository
from engine.hub.accounts import BOT_ID
from engine.hub.threads import Comment, Thread
from engine.law.document import Document, parse
from engine.law.problems import LawProblems
from engine.referee import snapshot
from engine.store import canon, records, splice
from engine.table.counsel import Counsel
from engine.table.game import Game

STALE: Final = 60  # seconds after which the law is asked again: some of its answers depend on the time
STATUS: Final = "<!-- nomic:status/"
OWN: Final = ("game", "engine", "threads", "issues", "journal", "timers")


@dataclass(frozen=True)
class Sight:
    """One moment of the game. `law` is what counsel says, `records` collection -> key -> record."""

    head: str
    now: int
    files: Mapping[str, str] = field(repr=False)
    law: Mapping[str, Any] = field(repr=False)
    people: Mapping[str, int]

    @cached_property
    def game(self) -> dict[str, Any]:
        return dict(canon.read(self.files["state/game.yaml"]))

    @property
    def name(self) -> str:
        return str(self.game.get("name") or self.game["ruleset"])

    @property
    def zone(self) -> str:
        return str(self.game.get("timezone") or "UTC")

    @cached_property
    def paused_at(self) -> int | None:
        found = canon.read(self.files["state/engine.yaml"]).get("paused_at")
        return found if isinstance(found, int) else None

    @cached_property
    def records(self) -> dict[str, dict[str, dict[str, Any]]]:
        """Of the collections that the rules have, as they are filed."""
        found: dict[str, dict[str, dict[str, Any]]] = {}
        for path, text in self.files.items():
            if not path.startswith(records.STATE) or not records.is_path(path):
                continue
            collection, key = records.key_of(path)
            if collection in OWN:
                continue
            value = canon.read(text)
            if path == f"{records.STATE}{collection}.yaml":
                rows = value if isinstance(value, dict) else {}
                found.setdefault(collection, {}).update({str(k): v for k, v in rows.items() if isinstance(v, dict)})
            elif isinstance(value, dict):
                found.setdefault(collection, {})[key] = value
        return found

    @cached_property
    def documents(self) -> dict[str, Document]:
        """slug -> rule, lowest number first; one that cannot be read is left out."""
        found = {}
        for path in sorted(p for p in self.files if p.startswith(f"rules/{self.game['ruleset']}/")):
            if path.endswith(".md"):
                try:
                    found[splice.slug_of(path)] = parse(path, self.files[path])
                except LawProblems:
                    continue
        return dict(sorted(found.items(), key=lambda item: (item[1].number or 0, item[0])))

    def key(self, login: str) -> str:
        return str(self.law["keys"].get(login, login))

    def player(self, login: str) -> dict[str, Any] | None:
        return self.records.get("players", {}).get(self.key(login))

    def login(self, key: str) -> str:
        record = self.records.get("players", {}).get(key) or {}
        return str(record.get("login") or key)

    @property
    def polls(self) -> dict[str, Any]:
        return dict(self.law["polls"])


class Looking:
    """Gives the newest sight of a game."""

    def __init__(self, game: Game, counsel: Counsel) -> None:
        self.game, self.counsel = game, counsel
        self.lock = threading.Lock()
        self.seen: Sight | None = None

    def sight(self) -> Sight:
        with self.lock:
            with self.game.hub.server.lock:
                head, now = self.game.git.head() or "", self.game.clock()
                people = {seat: self.game.model.account(seat).id for seat in self.game.seats}
            old = self.seen
            if old is not None and (old.head, old.people) == (head, people) and 0 <= now - old.now < STALE:
                return old
            files = old.files if old is not None and old.head == head else self._files()
            law = self.counsel.ask(files, now, people)
            self.seen = Sight(head, now, files, law, people)
            return self.seen

    def _files(self) -> dict[str, str]:
        with GitRepository(str(self.game.git.directory), self.game.folder.path / "view") as repository:
            return snapshot.read(repository, repository.fetch())


def threads(game: Game) -> list[Thread]:
    """All threads, the one that was busy last first."""
    with game.hub.server.lock:
        return sorted(game.model.threads.values(), key=lambda t: (t.updated_at, t.number), reverse=True)


def comments(game: Game, number: int) -> list[Comment]:
    with game.hub.server.lock:
        return list(game.model.comments_of(number))


def author(game: Game, account: int) -> str:
    known = game.model.accounts[account]
    return "The referee" if known.id == BOT_ID else "somebody who left" if known.deleted else known.login


def answers_to(game: Game, comment: int) -> list[Comment]:
    """What the referee answered to a comment, and said on the table because of it; to the one that decided a poll, the verdict."""
    with game.hub.server.lock:
        known = game.model.comments
        thread = known[comment].thread if comment in known else 0
        later = [c for c in known.values() if c.thread == thread and c.id > comment]
        marks = [f"nomic:{kind}/comment/{comment}:" for kind in ("reply", "table")]
        mine = [c for c in known.values() if c.author == BOT_ID and any(mark in c.body for mark in marks)]
    following = itertools.takewhile(lambda c: c.author == BOT_ID, sorted(later, key=lambda c: c.id))
    return mine + [c for c in following if f"nomic:verdict/{thread}:" in c.body]


def standing(game: Game, thread: int) -> str:
    """What the status comment of a thread says in sentences, without its heading and its table; nothing where there is none."""
    own = [c for c in comments(game, thread) if c.author == BOT_ID and STATUS in c.body]
    lines = own[-1].body.splitlines() if own else []
    told = "\n".join(line for line in lines if not line.startswith(("#", "|", "<!--"))).strip()
    return re.sub(r"\n{3,}", "\n\n", told)


def was_done(comment: Comment) -> bool:
    return (BOT_ID, "+1") in comment.reactions


def was_refused(comment: Comment) -> bool:
    return (BOT_ID, "confused") in comment.reactions
