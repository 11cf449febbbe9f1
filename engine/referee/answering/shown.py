"""Whether a thread shows what was wished for: labels, a closing, an assignment."""

import re
from collections.abc import Sequence
from typing import Final

from engine.game.owned import KnownThread, Wish
from engine.game.world.wishes import OWN_LABELS
from engine.referee import secrets
from engine.referee.answering.wish_order import kind
from engine.referee.ports import Thread
from engine.store import canon
from engine.store.clipped import clipped

LONGEST_PATH: Final = 300
LONGEST_BODY: Final = 20_000  # characters
LARGEST_BODY: Final = 60_000  # bytes, as it is written: what nobody sees takes ten for a character
_UNWRITABLE: Final = re.compile("[\\x00\\ud800-\\udfff]")


def shows(key: str, wanted: Wish, thread: Thread) -> bool:
    """Whether a thread is as a wish wants it. GitHub drops assignees it dislikes without a word: one try is enough."""
    if kind(key) == "labels":
        return {as_ours(label) for label in thread.labels} & set(wanted["own"]) == set(wanted["set"])
    if kind(key) == "close":
        return thread.state == "closed"
    return kind(key) == "assign" and (wanted["login"] in thread.assignees or thread.updated_at > wanted["at"])


def as_ours(label: str) -> str:
    """One of the engine's labels as the engine writes it: a repository that had it in other letters keeps those."""
    return label.lower() if label.lower() in OWN_LABELS else label


def missing_labels(wanted: Wish, has: Sequence[str]) -> list[str]:
    there = {as_ours(label) for label in has}
    return [label for label in wanted["set"] if label not in there]


def surplus_labels(wanted: Wish, has: Sequence[str]) -> list[str]:
    return [label for label in has if as_ours(label) in wanted["own"] and as_ours(label) not in wanted["set"]]


def facts_of(thread: Thread) -> KnownThread:
    """What is remembered of a thread, and compared when it was touched; of the words of a closed issue, nothing: every pass reads all.

    They were judged while it was open, or never will be; where it is opened again they come again.
    """
    is_over = thread.kind == "issue" and thread.state == "closed"
    return {
        "kind": thread.kind,
        "title": put_down(thread.title),
        "body": "" if is_over else _bounded(put_down(thread.body)[:LONGEST_BODY]),
        "labels": sorted(put_down(label) for label in thread.labels if as_ours(label) not in OWN_LABELS),
        "state": thread.state,
        "base": "main" if thread.kind == "pull" else None,
        "merged": thread.merged,
        "tag": None,
    }


def _bounded(text: str) -> str:
    while (size := len(canon.scalar(text).encode())) > LARGEST_BODY:
        text = text[: len(text) * LARGEST_BODY // size]
    return text


def writable(text: str) -> str:
    """The text as the journal can hold it: NUL and half characters become the sign for what cannot be shown."""
    return _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def put_down(text: str) -> str:
    """What people write as the game has it: as the journal can hold it, and without what a forge takes for a secret."""
    return secrets.without(writable(text))


def path_written(path: str) -> str:
    """A path as it can be written down, whatever bytes it has."""
    return secrets.without(
        path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace").replace("\0", "\\0")
    )


def path_shown(path: str) -> str:
    """The same, however long it is."""
    return clipped(path_written(path), LONGEST_PATH)
