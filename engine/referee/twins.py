"""Posts of the engine's that stand twice, because an answer was lost or a request carried out twice: the oldest stays."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.referee.markers import marks
from engine.referee.ports import Comment, Thread


def comments(own: Iterable[Comment]) -> list[int]:
    """Ids of comments that say nothing but what older ones of their thread say. A thread has one status, however worded."""
    said: dict[int, set[tuple[str, str]]] = {}
    found = []
    for comment in sorted(own, key=lambda c: c.id):
        here = {(key, "" if key.startswith("status/") else digest) for key, digest in marks(comment.body).items()}
        older = said.setdefault(comment.thread, set())
        if here and here <= older:
            found.append(comment.id)
        older |= here
    return found


def issues(own: Iterable[Thread], known: Callable[[str], int | None]) -> list[int]:
    """Numbers of issues with the mark of an older one; `known` gives the number that the state has for a tag, if any."""
    first: dict[str, int] = {}
    found = []
    for thread in sorted(own, key=lambda t: t.number):
        tags = [key.removeprefix("issue/") for key in marks(thread.body) if key.startswith("issue/")]
        oldest = [first.setdefault(tag, known(tag) or thread.number) for tag in tags]
        if any(number != thread.number for number in oldest):
            found.append(thread.number)
    return found
