"""Which comments are new, which have another text than when they were read, and what lags behind that."""

from collections.abc import Mapping
from typing import Any

from engine.referee.ports import Comment, Thread
from engine.store.marks import reached


class News:
    """`seen` are the ids of what was judged, with when it was seen; what is older than `since` is not new."""

    def __init__(self, seen: Mapping[str, Any], since: int) -> None:
        self.seen, self.since = seen, since
        self._last = _last_read(seen)

    def is_new(self, comment: Comment) -> bool:
        return f"comment/{comment.id}" not in self.seen and comment.created_at >= self.since

    def is_edit(self, comment: Comment) -> bool:
        """Whether a comment that was read before has another text since, and that was not read.

        A list may lag behind what was read: an edit that was made before one that was read is no news.
        """
        if self.is_new(comment) or comment.updated_at == comment.created_at:
            return False
        if comment.updated_at < self._last.get(f"comment/{comment.id}", 0):
            reached("edit older than one that was read")
            return False
        return f"comment/{comment.id}/{comment.updated_at}" not in self.seen and not self._read_as_it_is(comment)

    def _read_as_it_is(self, comment: Comment) -> bool:
        """Whether a comment was first read when it had been edited already: that edit is no news."""
        as_it_is = int(self.seen.get(f"comment/{comment.id}", -1)) >= comment.updated_at
        if as_it_is:
            reached("edit that was read with its comment")
        return as_it_is

    def is_over(self, thread: Thread) -> bool:
        """Whether a thread was touched again since, and that was read: so a list shows it as it is no more."""
        over = thread.updated_at < self._last.get(f"thread/{thread.number}", 0)
        if over:
            reached("thread as it was before it was read")
        return over


def _last_read(seen: Mapping[str, Any]) -> dict[str, int]:
    """`comment/8`, `thread/3` -> the time of the last change of it that was read."""
    found: dict[str, int] = {}
    for id_ in seen:
        kind, *rest = id_.split("/")
        if kind in ("comment", "thread") and len(rest) > 1 and rest[1].isdecimal():
            name = f"{kind}/{rest[0]}"
            found[name] = max(found.get(name, 0), int(rest[1]))
    return found
