"""Posts of the engine's that stand twice, because an answer was lost or a request carried out twice: the oldest stays."""

from collections import Counter
from collections.abc import Callable, Iterable

from engine.referee.answering.markers import marks
from engine.referee.ports import Comment, Thread


def comments(own: Iterable[Comment]) -> list[int]:
    """Ids of comments that say nothing but what others of their thread say, which stay: the oldest, if there is a choice.

    A thread has one status, however worded.
    """
    said = {comment.id: _said(comment) for comment in own}
    times = Counter(what for here in said.values() for what in here)
    found = []
    for id_ in sorted(said, reverse=True):
        if said[id_] and all(times[what] > 1 for what in said[id_]):
            times.subtract(said[id_])
            found.append(id_)
    return sorted(found)


def _said(comment: Comment) -> set[tuple[int, str, str]]:
    """(thread, key, digest) of each mark."""
    found = marks(comment.body).items()
    return {(comment.thread, key, "" if key.startswith("status/") else digest) for key, digest in found}


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
