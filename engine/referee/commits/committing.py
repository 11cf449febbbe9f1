"""The commit of a segment, and what stands in it."""

from collections.abc import Mapping, Sequence

from engine.game.plan import Segment
from engine.game.state import State
from engine.referee.commits import administered, seals
from engine.referee.ports import Repository


def commit(
    repository: Repository,
    parents: Sequence[str],
    changes: Mapping[str, str | None],
    segment: Segment,
    keys: Sequence[bytes],
) -> str:
    """The commit of a segment, sealed with these keys; `changes` are its files, and what is put back with them."""
    then = written(segment)
    message = f"{segment.title}\n\n{administered.trailer(then.head)}\n"
    return seals.commit(repository, parents, changes, message, then.head, then.time, keys)


def written(segment: Segment) -> State:
    """What a segment writes, of which the engine's notes are always a part."""
    return State({path: text for path, text in segment.files.items() if text is not None})
