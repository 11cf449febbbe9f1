"""When things happened that GitHub does not date: of a thread it says only when it was last touched, as by every comment."""

from __future__ import annotations

from collections.abc import Iterable

from engine.referee.ports import Comment, Thread


class Dating:
    """Made from the comments that were not read before."""

    def __init__(self, said: Iterable[Comment] = ()) -> None:
        self._first: dict[int, int] = {}
        for comment in said:
            self._first[comment.thread] = min(comment.created_at, self._first.get(comment.thread, comment.created_at))

    def changed(self, thread: Thread, voting: bool, committed: int = 0) -> int:
        """The time given to new commits and to a new title.

        While votes are cast it is the last touch: a vote that may be older than what it is for does not count for it. So
        it is where the last commit was `committed` (seconds since the epoch) after something that was newly said. Else it
        is before that, so that whoever mends a proposal and then opens it has opened the mended one.
        """
        first = min(thread.updated_at, self._first.get(thread.number, thread.updated_at))
        return thread.updated_at if voting or committed > first else first
