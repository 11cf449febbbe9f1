"""The engine's own posts as a reading shows them: which wishes are fulfilled, and which stand twice."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from engine.game.calendar import DAY
from engine.game.happening import Happening
from engine.game.state import State
from engine.game.world.wishes import digest
from engine.referee import trouble
from engine.referee.answering import duplicates
from engine.referee.answering.markers import marks
from engine.referee.answering.ourselves import by, is_own_comment, is_own_issue
from engine.referee.answering.shown import shows
from engine.referee.answering.wish_order import kind, place
from engine.referee.ports import Comment, Forge, Gone, Thread
from engine.store.marks import reached

FOR_A_TABLE: Final = 30 * DAY  # without an end what waits would fill the engine's notes
Look = Callable[[], None]


class Posts:
    """Made for one reading. `tell` takes the happenings; `now` is the time of the reading, `bot` the engine's login.

    `posted` has what was seen: key -> digest -> id of the comment, or number of the issue.
    """

    def __init__(self, forge: Forge, state: State, bot: str, tell: Callable[[Happening], None], now: int) -> None:
        self.forge, self.state, self.bot, self.now, self._tell = forge, state, bot, now, tell
        self.outbox = state.notes.outbox
        self.posted: dict[str, dict[str, int]] = {}
        self.twin_comments: list[int] = []
        self.twin_issues: list[int] = []
        self._marked: set[str] = set()  # of the engine's issues that were listed
        self._counted: dict[int, set[str]] = {}  # thread -> the issues whose status comment stands there
        self._met: set[str] = set()
        self._twice: set[str] = set()

    def find_twins(self, threads: Iterable[Thread], comments: Iterable[Comment]) -> None:
        """Comes before all else: what stands twice shows nothing."""
        own = [comment for comment in comments if self._mine(comment)]
        self._note_twins(own)
        for comment in own:
            told = {f"issue/{key.removeprefix('status/')}" for key in marks(comment.body) if key.startswith("status/")}
            self._counted.setdefault(comment.thread, set()).update(told)
        issues = {thread.number: thread for thread in threads if self._mine(thread)}
        self._marked = {key for thread in issues.values() for key in marks(thread.body)}
        self.twin_issues = duplicates.issues(issues.values(), partial(self._stands, issues))
        for number in self.twin_issues:
            if issues[number].state == "open":
                self._twin(f"close/{number}", number=number)

    def _stands(self, listed: Mapping[int, Thread], tag: str) -> int | None:
        """The number of an issue of the engine's. One that was transferred away and back has another since, and is no twin."""
        number = self.state.number_of(tag)
        if number is None or number in listed:
            return number
        others = [each for each in listed.values() if f"issue/{tag}" in marks(each.body)]
        if any(each.state == "open" for each in others) and trouble.is_gone(self.forge, number):
            reached("issue that came back under another number")
            return None
        return number

    def thread(self, thread: Thread) -> None:
        """Labels, closings and assignments that show in a thread, and what an issue of the engine's own shows."""
        if is_own_issue(self.state, self.bot, thread):
            self._own_issue(thread)
        for key, wanted in self.outbox.items():
            if self._place(key) == thread.number and shows(key, wanted, thread):
                self._delivered(key, thread.updated_at)

    def comment(self, comment: Comment) -> None:
        """A comment of the engine's. One of another name of ours is known already, and may not be ours to edit."""
        if comment.id in self.twin_comments:
            return
        for key, mark in marks(comment.body).items():
            if self._mine(comment):
                self.posted.setdefault(key, {}).setdefault(mark, comment.id)
            if key in self.outbox and digest(self.outbox[key]) == mark:
                self._delivered(key, comment.updated_at, comment.id)

    def long_unseen(self, since: int) -> Iterator[Look]:
        """Ways to look up the wishes that may have been fulfilled before the reading's window began."""
        for key, wanted in sorted(self.outbox.items()):
            where = self._place(key)
            old = (wanted.get("at", 0) < since or key.startswith("twin/")) and key not in self._met
            if old and where is not None and not key.startswith("issue/"):
                yield partial(self._look_up, key, where)

    def _look_up(self, key: str, place: int) -> None:
        try:
            if kind(key) in ("labels", "close", "assign"):
                self.thread(self.forge.thread(place))
                return
            listed = self.forge.comments_of(place)
            own = [comment for comment in listed if self._mine(comment)]
            self._note_twins(own)
            self._gone_twins(place, {comment.id for comment in own})
            for comment in (c for c in listed if is_own_comment(self.state, self.bot, c)):
                self.comment(comment)
        except Gone:
            if trouble.is_gone(self.forge, place) and not self._waits_for_a_table(key):
                reached("thread of a wish is gone")
                self._delivered(key, self.now)

    def _waits_for_a_table(self, key: str) -> bool:
        """What is told to all is told at another table, once an administrator has named one: for a month it waits for that."""
        return kind(key) == "table" and self.now - self.outbox[key].get("at", 0) < FOR_A_TABLE

    def _gone_twins(self, place: int, there: set[int]) -> None:
        """Of what stood twice in a thread, listed whole, whatever is not there any more."""
        for key, wanted in self.outbox.items():
            if key.startswith("twin/") and self._place(key) == place and wanted["comment"] not in there:
                self._delivered(key, self.now)

    def _note_twins(self, own: list[Comment]) -> None:
        found = set(duplicates.comments(own))
        for comment in own:
            if comment.id in found and comment.id not in self.twin_comments:
                self.twin_comments.append(comment.id)
                self._twice |= marks(comment.body).keys()
                self._twin(f"twin/{comment.id}", comment=comment.id, number=comment.thread)

    def _twin(self, wish: str, *, number: int, comment: int | None = None) -> None:
        """What stands twice is remembered along with whatever is written down now: the next reading may not show it any more."""
        if wish not in self.outbox:
            common: Happening = {"kind": "twice", "time": self.now, "seen_at": self.now, "thread": None, "actor": None}
            where: Happening = {"number": number} if comment is None else {"comment": comment, "number": number}
            self._tell({"id": f"twice/{wish}/{self.now}", **common, **where, "worth": True})

    def _own_issue(self, thread: Thread) -> None:
        """An issue of the engine's shows its number, and whether it is as wished."""
        if thread.number in self.twin_issues:
            return
        for key, mark in (marks(thread.body) or self._unmarked(thread)).items():
            self.posted.setdefault(key, {})[mark] = thread.number
            self._observe(key.removeprefix("issue/"), thread)
            wanted = self.outbox.get(key)
            if wanted is not None and digest(wanted) == mark:
                self._delivered(key, thread.updated_at)

    def _unmarked(self, thread: Thread) -> dict[str, str]:
        """The one issue that waits to be seen and is called so, or whose votes are counted there, where somebody wrote over the mark
        or below it: no other would be taken for what it is, and what was said there would be lost. It is written anew with its
        mark."""
        if (self.state.thread(thread.number) or {}).get("tag"):
            return {}
        waiting = [key for key in self.outbox if key.startswith("issue/") and key not in self._marked]
        unseen = [key for key in waiting if self.state.number_of(key.removeprefix("issue/")) is None]
        counted = [key for key in unseen if key in self._counted.get(thread.number, ())]
        found = counted or [key for key in unseen if self.outbox[key]["title"].strip() == thread.title.strip()]
        return dict.fromkeys(found, "") if len(found) == 1 else {}

    def _observe(self, tag: str, thread: Thread) -> None:
        """An issue has a number for good, unless it is gone and stands elsewhere: what only looks like it is another one of it."""
        issue = self.state.issue(tag)
        known = None if issue is None else issue["number"]
        if issue is None or known == thread.number:
            return
        if known is not None and (thread.state != "open" or not trouble.is_gone(self.forge, known)):
            return
        common: Happening = {"thread": None, "actor": None, "seen_at": self.now, "tag": tag, "number": thread.number}
        id_ = f"observed/{tag}" if known is None else f"observed/{tag}/{thread.number}"
        anew: Happening = (
            {} if known is None else {"worth": True}
        )  # else each pass would look for it under its old number
        before = thread.created_at - 1  # it comes last in its second: what was said there in that one comes after it
        self._tell({"id": id_, "kind": "observed", "time": before, **common, **anew})

    def _delivered(self, key: str, time: int, comment: int | None = None) -> None:
        """A wish is fulfilled when it is said once: while it stands there twice it stays one, and is looked for again.

        The time of the reading is part of the happening's name: what was wished for before may be wished for again.
        """
        if key in self._met:  # as by a thread that is closed, and by what was said when it was
            return
        self._met.add(key)
        if key in self._twice:
            reached("wish that stands twice is kept")
            return
        mark = digest(self.outbox[key])
        common: Happening = {
            "comment": comment,
            "thread": None,
            "actor": None,
            "seen_at": self.now,
            "key": key,
            "digest": mark,
        }
        self._tell({"id": f"delivered/{key}/{mark}/{self.now}", "kind": "delivered", "time": time, **common})

    def _place(self, key: str) -> int | None:
        return place(key, self.outbox[key], self.state, self.posted)

    def _mine(self, post: Comment | Thread) -> bool:
        return by(self.bot, post.author)
