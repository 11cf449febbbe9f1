"""Whether what the game wants to say has been said: wishes in state/engine.yaml against what the threads show.

A fulfilled wish stays in the outbox until the next commit, so only what the thread does not show is a finding.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.doctor.api import Web
from engine.doctor.case import Case, Finding
from engine.game.calendar import stamp
from engine.game.owned import Wish
from engine.game.world.wishes import digest
from engine.referee.answering.markers import marks
from engine.referee.answering.shown import shows
from engine.referee.answering.wish_order import kind, place
from engine.referee.ports import WORKS_HERE, Comment, Gone, Thread

PATIENCE: Final = 3_600
MOST_LOOKED_AT: Final = 20
GONE: Final = " is gone"
_HELD: Final = "The log of the last pass says `held back` with the reason; unlock the thread, or make a pass."


def unsaid(case: Case) -> Iterator[Finding]:
    """Wishes of more than an hour ago that their threads do not show."""
    web = case.asked()
    at = case.state.time
    wishes = case.state.notes.outbox
    if case.now - at < PATIENCE:
        return
    look = _Look(case, web)
    for key, wanted in sorted(wishes.items())[:MOST_LOOKED_AT]:
        why = look.missing(key, wanted)
        if why:
            yield Finding(
                f"`{key}` has waited since {stamp(int(wanted.get('at') or at))}: {why}.",
                _remedy(key) if why.endswith(GONE) else _HELD,
            )


def _remedy(key: str) -> str:
    """Where a thread is gone no pass helps by itself: what lets a wish go is written along with what is judged."""
    if kind(key) == "issue":
        return _HELD
    if kind(key) == "table":
        return "It waits for another table, and is told there."
    return (
        "Nobody can be told there: the next pass that has something to judge lets it go. Write `/status` on the table."
    )


class _Look:
    """Looks into threads, each once."""

    def __init__(self, case: Case, web: Web) -> None:
        self.case, self.web = case, web
        self._comments: dict[int, list[Comment]] = {}
        self._all: Sequence[Thread] | None = None

    def missing(self, key: str, wanted: Wish) -> str:
        """Why a wish counts as not fulfilled; empty if it is."""
        number = self._place(key, wanted)
        if number is None:
            return "the issue it belongs to has not been opened"
        try:
            thread = self.web.thread(number)
            return "" if self._shown(key, wanted, thread) else f"#{number} does not show it"
        except Gone:
            return f"#{number}{GONE}"

    def _shown(self, key: str, wanted: Wish, thread: Thread) -> bool:
        if kind(key) in ("labels", "close", "assign"):
            return shows(key, wanted, thread)
        if kind(key) == "issue":  # its state is written with the mark; somebody may have closed or reopened it since
            return marks(thread.body).get(key) == digest(wanted)
        said = self._said(thread.number)
        if kind(key) == "twin":  # it is wished away
            return all(comment.id != wanted["comment"] for comment in said)
        return any(_may_be_ours(c) and marks(c.body).get(key) == digest(wanted) for c in said)

    def _said(self, number: int) -> list[Comment]:
        if number not in self._comments:
            self._comments[number] = self.web.comments_of(number)
        return self._comments[number]

    def _place(self, key: str, wanted: Wish) -> int | None:
        if kind(key) == "table":
            return int(self.case.game.get("table") or 1)
        number = place(key, wanted, self.case.state)
        return self._opened_lately(f"issue/{wanted.get('tag')}") if number is None else number

    def _opened_lately(self, key: str) -> int | None:
        """The issue that the last pass opened: the next one notes its number."""
        if self._all is None:
            self._all = self.web.threads_since(None)
        return next((t.number for t in self._all if _may_be_ours(t) and key in marks(t.body)), None)


def _may_be_ours(post: Thread | Comment) -> bool:
    """Whether the engine may have posted it, be it under the name of somebody who works here. A stranger has copied the mark."""
    return post.association in WORKS_HERE or (post.author is not None and post.author.bot)
