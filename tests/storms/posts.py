"""How the oracle reads what the engine posted: its own reader of the hidden marks, so that a mistake of the engine's shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.hub.accounts import BOT_ID
from engine.hub.threads import Comment, Thread
from tests.github.model import Model

_MARK = re.compile(r"<!-- nomic:(\S+?):([0-9a-f]{8}) -->")
_ESCAPED = re.compile(r"%([0-9A-F]+);")


def marked(body: str) -> list[tuple[str, str]]:
    """(key, digest) of every mark in the last line of a post."""
    last = body.rstrip("\n").rsplit("\n", 1)[-1]
    return [(_ESCAPED.sub(lambda hit: chr(int(hit[1], 16)), key), digest) for key, digest in _MARK.findall(last)]


def keys(body: str) -> set[str]:
    return {key for key, _ in marked(body)}


def comments(model: Model) -> list[Comment]:
    """All that the engine wrote and that is still there."""
    return [comment for comment in model.comments.values() if comment.author == BOT_ID]


def issues(model: Model) -> list[Thread]:
    return [thread for thread in model.threads.values() if thread.author == BOT_ID]


def about(model: Model, number: int, key: str) -> Iterator[Comment]:
    """The engine's comments in one thread that carry this key."""
    return (c for c in comments(model) if c.thread == number and key in keys(c.body))
