"""From what the forge shows to an inbox: what is new since the cursor, each thing with an id it has forever."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.game.changes import content_path
from engine.game.happening import SECONDS_SEEN, Happening
from engine.game.wishes import digest
from engine.referee import pulls, returning, twins
from engine.referee.dating import Dating
from engine.referee.markers import marks
from engine.referee.ports import Account, Comment, Forge, Gone, Pull, Repository, Thread, Unprocessable
from engine.referee.shown import facts_of, shows, writable
from engine.store import canon, records

LAG: Final = 30
_ROLES: Final = {"admin": "administrator", "maintain": "moderator", "write": "moderator", "triage": "moderator"}


@dataclass
class Reading:
    """One reading of the forge: the inbox, how far the clock may run, and the engine's own posts that were seen."""

    inbox: list[Happening] = field(default_factory=list)
    until: int = 0
    posted: dict[str, dict[str, int]] = field(default_factory=dict)
    threads: dict[int, Thread] = field(default_factory=dict)
    heads: dict[int, str] = field(default_factory=dict)
    twin_comments: list[int] = field(default_factory=list)
    twin_issues: list[int] = field(default_factory=list)


@dataclass
class Reader:
    """Reads the forge once. `bot` is the login under which the engine writes."""

    forge: Forge
    repository: Repository
    files: Mapping[str, str]
    main: str
    bot: str
    deleted: Comment | None = None
    _roles: dict[str, str] = field(default_factory=dict)
    _twice: set[str] = field(default_factory=set)
    _dating: Dating = field(default_factory=Dating)

    def __post_init__(self) -> None:
        self.engine = canon.read(self.files["state/engine.yaml"])
        self.cursor = int(self.engine.get("cursor") or 0)
        self.seen = dict(self.engine.get("seen") or {})
        self.outbox = dict(self.engine.get("outbox") or {})
        self.since = max(0, self.cursor - SECONDS_SEEN)
        game = canon.read(self.files["state/game.yaml"])
        self.ruleset = str(game["ruleset"])
        self.table = int(game.get("table") or 1)
        self.reading = Reading()

    def read(self) -> Reading:
        """Raises Unreachable if anything was read in part only."""
        threads = self.forge.threads_since(self.since or None)
        comments = self.forge.comments_since(self.since or None)
        now = self.forge.server_time()
        self.reading.until = now - LAG
        self.reading.threads = {t.number: t for t in threads}
        self._note_twins([c for c in comments if self.mine(c.author)])
        self.reading.twin_issues = twins.issues((t for t in threads if self.mine(t.author)), self._number)
        self._dating = Dating(c for c in comments if not self.mine(c.author) and self._is_new(c))
        heads = self.reading.heads = self.repository.pull_heads()
        for thread in threads:
            self._thread(thread, now)
        self._heads(heads, now)
        for comment in comments:
            self._comment(comment, now)
        if self.deleted is not None:
            self.add(deleted(self.deleted.thread, self.deleted.id, now))
        self._checks(now)
        self._long_unseen(now)
        self._fulfilled_once()
        return self.reading

    def add(self, happening: Happening) -> None:
        if happening["id"] not in self.seen:
            self.reading.inbox.append(happening)

    def known(self, number: int) -> dict[str, Any] | None:
        """What state/ knows of a thread."""
        text = self.files.get(records.path_of("threads", str(number)))
        return None if text is None else dict(canon.read(text))

    def mine(self, author: Account | None) -> bool:
        return author is not None and author.login == self.bot

    def _thread(self, thread: Thread, now: int) -> None:
        facts = facts_of(thread)
        known = self.known(thread.number)
        if self.mine(thread.author):
            self._own_issue(thread, now)
            self._wishes_of(thread, now)
            return
        self._wishes_of(thread, now)
        common = {"thread": thread.number, "seen_at": now, "facts": facts}
        if known is None:
            actor = self.actor(thread.author, thread.association)
            id_ = f"thread/{thread.number}"
            self.add({"id": id_, "kind": "opened", "time": thread.created_at, "actor": actor, **common})
        elif any(known.get(name) != value for name, value in facts.items()):
            id_ = f"thread/{thread.number}/{thread.updated_at}"
            same = known.get("state") == facts["state"] and known.get("merged") == facts["merged"]
            time = self._dating.changed(thread, self._voting(thread)) if same else thread.updated_at
            self.add({"id": id_, "kind": "thread", "time": time, "actor": None, **common})

    def _is_new(self, comment: Comment) -> bool:
        return f"comment/{comment.id}" not in self.seen and comment.created_at >= self.since

    def _voting(self, thread: Thread) -> bool:
        return str(thread.number) in (self.engine.get("open_polls") or [])

    def _wishes_of(self, thread: Thread, now: int) -> None:
        """Labels, closings and assignments that show in the thread itself."""
        for key, wanted in self.outbox.items():
            if self._place(wanted) == thread.number and shows(key, wanted, thread):
                self._delivered(key, wanted, thread.updated_at, now, None)

    def _long_unseen(self, now: int) -> None:
        """A wish that may have been fulfilled before this reading's window began is looked up, one in a pass, in turns."""
        met = {h["key"] for h in self.reading.inbox if h["kind"] == "delivered"}
        old = []
        for key, wanted in sorted(self.outbox.items()):
            place = self.table if key.startswith("table/") else self._place(wanted)
            if not (key in met or key.startswith("issue/") or place is None or wanted.get("at", 0) >= self.since):
                old.append((key, wanted, place))
        if not old:
            return
        key, wanted, place = old[now % len(old)]
        try:
            self._look_up(key, place, now)
        except Gone:
            self._delivered(key, wanted, now, now, None)

    def _look_up(self, key: str, place: int, now: int) -> None:
        if key.split("/", 1)[0] in ("labels", "close", "assign"):
            self._wishes_of(self.forge.thread(place), now)
            return
        own = [comment for comment in self.forge.comments_of(place) if self.mine(comment.author)]
        self._note_twins(own)
        for comment in own:
            self._own_post(comment, now)

    def _note_twins(self, own: list[Comment]) -> None:
        self.reading.twin_comments += [n for n in twins.comments(own) if n not in self.reading.twin_comments]
        self._twice |= {key for c in own if c.id in self.reading.twin_comments for key in marks(c.body)}

    def _fulfilled_once(self) -> None:
        """A wish is fulfilled when it is said once: while it stands there twice it stays one, and is looked for again."""
        self.reading.inbox = [h for h in self.reading.inbox if h["kind"] != "delivered" or h["key"] not in self._twice]

    def _number(self, tag: str) -> int | None:
        """The number that the state knows of an issue of the engine's."""
        issue = self.files.get(records.path_of("issues", tag))
        number = canon.read(issue)["number"] if issue is not None else None
        return None if number is None else int(number)

    def _place(self, wanted: Mapping[str, Any]) -> int | None:
        """The thread of a wish; one for an issue of the engine's may have been made before its number was known."""
        if wanted.get("thread") is not None:
            return int(wanted["thread"])
        tag = str(wanted.get("tag"))
        number = self._number(tag)
        return next(iter(self.reading.posted.get(f"issue/{tag}", {}).values()), None) if number is None else number

    def _own_issue(self, thread: Thread, now: int) -> None:
        """An issue of the engine's shows its number, and whether it is as wished."""
        if thread.number in self.reading.twin_issues:
            return
        for key, mark in marks(thread.body).items():
            self.reading.posted.setdefault(key, {})[mark] = thread.number
            tag = key.removeprefix("issue/")
            issue = self.files.get(records.path_of("issues", tag))
            if issue is not None and canon.read(issue)["number"] is None:
                common = {"thread": None, "actor": None, "seen_at": now}
                observed = {"id": f"observed/{tag}", "kind": "observed", "time": thread.created_at, "tag": tag}
                self.add({**observed, "number": thread.number, **common})
            wanted = self.outbox.get(key)
            if wanted is not None and digest(wanted) == mark and (thread.state == "open") == wanted["open"]:
                self._delivered(key, wanted, thread.updated_at, now, None)

    def _heads(self, heads: Mapping[int, str], now: int) -> None:
        """New commits of open pull requests; a pull request that is closed is not looked at."""
        for number, head in sorted(heads.items()):
            thread = self.reading.threads.get(number)
            known = self.known(number)
            state = thread.state if thread is not None else (known or {}).get("state")
            if state != "open":
                continue
            if (known or {}).get("head") != head:
                self._head(number, head, heads, thread, now)
            elif thread is not None and self._based_elsewhere(number) and (again := self.retargeted(number, now)):
                self.add({**again, "time": thread.updated_at})

    def _head(self, number: int, head: str, heads: Mapping[int, str], thread: Thread | None, now: int) -> None:
        known, touched = (self.known(number) or {}).get("head"), thread.updated_at if thread else None
        if returning.head(self.seen, number, known, head, touched) is None:
            return
        pull, head = self._fetched(number, head)
        id_ = returning.head(self.seen, number, known, head, touched)
        if pull is None or id_ is None:
            return
        others = {n: h for n, h in heads.items() if n != number and self._is_open(n)}
        change = pulls.inspect(self.repository, self.main, pull.base, head, others, self.ruleset)
        time = now if thread is None else self._pushed_at(thread, head)
        happening = {"id": id_, "kind": "head", "time": time, "seen_at": now, "actor": None}
        self.add({**happening, "thread": number, "head": head, "change": change})

    def _pushed_at(self, thread: Thread, head: str) -> int:
        """When a head came: of a pull request never seen before with its opening, unless its last commit is younger.

        What was written between the opening and that commit was about something else.
        """
        committed = self.repository.commit_info(head).time
        if self.known(thread.number) is not None:
            return self._dating.changed(thread, self._voting(thread), committed)
        return max(thread.created_at, min(committed, thread.updated_at))

    def retargeted(self, number: int, now: int) -> Happening | None:
        """A pull request that is to be merged elsewhere than when it was judged. That is no new commit: it has to be asked."""
        head = str((self.known(number) or {}).get("head") or "")
        try:
            base = self.forge.pull(number).base if head else "main"
        except (Gone, Unprocessable):
            return None
        if (base != "main") == self._based_elsewhere(number):
            return None
        others = {n: h for n, h in self.reading.heads.items() if n != number and self._is_open(n)}
        change = pulls.inspect(self.repository, self.main, base, head, others, self.ruleset)
        happening = {"id": f"head/{number}/{head}/{now}", "kind": "head", "time": now, "seen_at": now, "actor": None}
        return {**happening, "thread": number, "head": head, "change": change}

    def _based_elsewhere(self, number: int) -> bool:
        text = self.files.get(content_path(str((self.known(number) or {}).get("change"))))
        return text is not None and any(problem["code"] == "base" for problem in canon.read(text)["problems"])

    def _fetched(self, number: int, head: str) -> tuple[Pull | None, str]:
        """The pull request with its commits here, and the head it has; None if it cannot be had.

        A head may be rewritten between its being listed and being fetched, and what is new may not be shown everywhere
        yet: so there is a second look.
        """
        for _ in range(2):
            try:
                pull = self.forge.pull(number)
                self.repository.fetch_pull(number, head)
            except (Gone, Unprocessable):
                head = self.repository.pull_heads().get(number, head)
            else:
                self.reading.heads[number] = head
                return pull, head
        return None, head

    def _checks(self, now: int) -> None:
        """The checks of open proposals that touch the program: no other poll cares, so no other is asked about."""
        for key in self.engine.get("open_polls") or []:
            poll = canon.read(self.files.get(records.path_of("polls", key), "{}\n"))
            known = self.known(int(key)) if key.isdigit() else None
            if known is None or all(path.startswith("rules/") for path in poll.get("paths", [])):
                continue
            try:
                found = self.forge.checks(str(known["head"]))
            except (Gone, Unprocessable):
                continue  # not passed, as long as nobody can tell
            if found != known.get("checks", "pending"):
                id_ = returning.checks(self.seen, key, str(known["head"]), found, now)
                common = {"thread": int(key), "actor": None, "time": now, "seen_at": now}
                self.add({"id": id_, "kind": "checks", "checks": found, **common})

    def _is_open(self, number: int) -> bool:
        thread = self.reading.threads.get(number)
        return thread.state == "open" if thread is not None else (self.known(number) or {}).get("state") == "open"

    def _comment(self, comment: Comment, now: int) -> None:
        if self.mine(comment.author):
            self._own_post(comment, now)
            return
        self._missing_thread(comment.thread, now)
        id_ = f"comment/{comment.id}"
        edited = comment.updated_at != comment.created_at
        common = {"thread": comment.thread, "comment": comment.id, "text": writable(comment.body), "seen_at": now}
        known = not self._is_new(comment)
        if known and not edited:
            return
        if known and f"{id_}/{comment.updated_at}" in self.seen:
            return
        common["actor"] = self.actor(comment.author, comment.association)
        if known:
            self.add({"id": f"{id_}/{comment.updated_at}", "kind": "edited", "time": comment.updated_at, **common})
        else:
            self.add({"id": id_, "kind": "said", "time": comment.updated_at, "edited": edited, **common})

    def _own_post(self, comment: Comment, now: int) -> None:
        if comment.id in self.reading.twin_comments:
            return
        for key, mark in marks(comment.body).items():
            self.reading.posted.setdefault(key, {}).setdefault(mark, comment.id)
            wanted = self.outbox.get(key)
            if wanted is not None and digest(wanted) == mark:
                self._delivered(key, wanted, comment.updated_at, now, comment.id)

    def _delivered(self, key: str, wanted: dict[str, Any], time: int, now: int, comment: int | None) -> None:
        mark = digest(wanted)
        happening = {"id": f"delivered/{key}/{mark}", "kind": "delivered", "time": time, "key": key, "digest": mark}
        self.add({**happening, "comment": comment, "thread": None, "actor": None, "seen_at": now})

    def _missing_thread(self, number: int, now: int) -> None:
        """A comment may be listed before its thread is."""
        if number in self.reading.threads or self.known(number) is not None:
            return
        try:
            thread = self.forge.thread(number)
        except Gone:
            return
        self.reading.threads[number] = thread
        self._thread(thread, now)

    def actor(self, account: Account | None, association: str) -> dict[str, Any] | None:
        """Who acts, by account id, with the role GitHub gives them; None if the account is gone."""
        if account is None:
            return None
        return {"id": account.id, "login": writable(account.login), "role": self.role(account.login, association)}

    def role(self, login: str, association: str) -> str:
        if association == "OWNER":
            return "administrator"
        if association not in ("MEMBER", "COLLABORATOR"):
            return "player"
        if login not in self._roles:
            self._roles[login] = _ROLES.get(self.forge.permission(login), "player")
        return self._roles[login]


def deleted(thread: int, comment: int, time: int) -> Happening:
    """A comment that is gone."""
    common = {"thread": thread, "comment": comment, "actor": None, "seen_at": time}
    return {"id": f"comment/{comment}/deleted", "kind": "deleted", "time": time, **common}
