"""When things happened that GitHub does not date: of a thread it says only when it was last touched, as by every comment."""

from __future__ import annotations

from collections.abc import Iterable

from engine.referee.ports import Comment, Thread
from engine.referee.traces import looks_like_a_vote


class Dating:
    """Made from the comments that were not read before, all that are listed, and those whose new text was not read before."""

    def __init__(
        self, said: Iterable[Comment] = (), listed: Iterable[Comment] = (), edited: Iterable[Comment] = ()
    ) -> None:
        self._first: dict[int, int] = {}
        self._last: dict[int, int] = {}
        self._voted: set[int] = set()
        for comment in said:
            self._first[comment.thread] = min(comment.created_at, self._first.get(comment.thread, comment.created_at))
            if looks_like_a_vote(comment.body):
                self._voted.add(comment.thread)
        self._voted |= {comment.thread for comment in edited if looks_like_a_vote(comment.body)}
        for comment in listed:
            self._last[comment.thread] = max(comment.updated_at, self._last.get(comment.thread, 0))

    def has_votes(self, number: int) -> bool:
        """Whether anything was newly said in this thread that reads like a vote."""
        return number in self._voted

    def touched_after_votes(self, thread: Thread) -> bool:
        """Whether votes may have been cast, and no comment was the last to touch the thread: so it may have been a push.

        A commit says of itself when it was made, and can say anything.
        """
        return thread.number in self._voted and thread.updated_at > self._last.get(thread.number, thread.updated_at)

    def changed(self, thread: Thread, voting: bool, committed: int = 0) -> int:
        """The time given to new commits and to a new title.

        While votes are cast it is the last touch: a vote that may be older than what it is for does not count for it. So
        it is where the last commit was `committed` (seconds since the epoch) after something that was newly said. Else it
        is before that, so that whoever mends a proposal and then opens it has opened the mended one.
        """
        voting = voting or self.touched_after_votes(thread)
        first = min(thread.updated_at, self._first.get(thread.number, thread.updated_at))
        return thread.updated_at if voting or committed > first else first
