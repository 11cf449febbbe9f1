"""Amendments of one half of a rule: the words that people read without the code that is carried out, or the code without the words."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.game.owned import Change
from engine.game.replies.inert import inert

MOST: Final = 10


def lines(changes: Sequence[Change]) -> list[str]:
    """One sentence for each; `changes` are facts of rules, each with what it `was`."""
    return list(_told(changes))[:MOST]


def _told(changes: Sequence[Change]) -> Iterator[str]:
    for change in changes:
        was = change.get("was") or {}
        if change["op"] != "amend" or not change.get("code") or not was.get("code"):
            continue
        words, code = (change.get(half) != was.get(half) for half in ("text", "code"))
        if code and not words:
            yield f"In {inert(change['title'])} only the code would change: the words stay as they are."
        elif words and not code and change.get("front") == was.get("front"):
            yield f"In {inert(change['title'])} only the words would change: the code, which is what is carried out, stays as it is."
