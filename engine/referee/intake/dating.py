"""When things happened that GitHub does not date: of a thread it says only when it was last touched, as by every comment."""

from collections.abc import Iterable

from engine.game.happening import Happening
from engine.referee.intake.traces import looks_like_a_vote
from engine.referee.ports import Comment, Thread


class Dating:
    """Made from the comments that were not read before, all that are listed, and those whose new text was not read before."""

    def __init__(
        self, said: Iterable[Comment] = (), listed: Iterable[Comment] = (), edited: Iterable[Comment] = ()
    ) -> None:
        self._first: dict[int, int] = {}
        self._last: dict[int, int] = {}
        self._voted: set[int] = set()
        for comment, at in [*((each, each.created_at) for each in said), *((each, each.updated_at) for each in edited)]:
            self._first[comment.thread] = min(at, self._first.get(comment.thread, at))
            if looks_like_a_vote(comment.body):
                self._voted.add(comment.thread)
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

    def first(self, number: int, touched: int) -> int:
        """When something was first newly said in a thread, or else when it was `touched` last."""
        return min(touched, self._first.get(number, touched))

    def renamed(self, thread: Thread, voting: bool) -> int:
        """The time given to a new title: while votes are cast the last touch, else before all that was newly said."""
        late = voting or self.touched_after_votes(thread)
        return thread.updated_at if late else self.first(thread.number, thread.updated_at)

    def turned(self, thread: Thread) -> int:
        """When a thread was closed or merged; of a reopening nobody tells, it came before whatever was said of it."""
        return thread.closed_at or self.first(thread.number, thread.updated_at)

    def pushed(self, number: int, touched: int, *, doubtful: bool) -> Happening:
        """The times given to new commits: before all that was newly said, so that whoever mends a proposal and then opens it has
        opened the mended one.

        They are `doubtful` while votes are cast, and where the last commit was made after something that was newly said:
        they may have come at any time up to the last touch. Nothing that was said between counts for what was there
        before, and no vote for what came.
        """
        first: Happening = {"time": self.first(number, touched)}
        return {**first, "touched": touched} if doubtful else first
