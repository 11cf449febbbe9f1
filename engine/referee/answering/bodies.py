"""Answers put together into as few comments as they fit in."""

from collections.abc import Iterable, Iterator
from typing import Final

from engine.game.calendar import DAY
from engine.game.owned import Wish
from engine.game.replies.moments import when
from engine.referee.answering.wish_order import kind

LARGEST: Final = 60_000  # characters; GitHub takes 65,536
BETWEEN: Final = "\n\n---\n\n"


def dated(key: str, wanted: Wish, now: int, timezone: str) -> str:
    """What is to be said, with the time of what is announced a day late or more: the comment it stands in has another."""
    late = kind(key) == "table" and wanted["at"] <= now - DAY
    return f"*{when(wanted['at'], timezone)}*\n\n{wanted['text']}" if late else wanted["text"]


def bodies(answers: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Bodies of comments for answers and their marks, in order, each as full as it may be."""
    texts: list[str] = []
    tail = ""
    for text, own in answers:
        if texts and len(BETWEEN.join([*texts, text])) + len(tail + own) > LARGEST:
            yield f"{BETWEEN.join(texts)}\n\n{tail}"
            texts, tail = [], ""
        texts.append(_cut(text, LARGEST - len(own)))
        tail += own
    if texts:
        yield f"{BETWEEN.join(texts)}\n\n{tail}"


def _cut(text: str, most: int) -> str:
    """As much of a text as fits, in whole paragraphs: what is code in one may be so for its end alone."""
    if len(text) <= most:
        return text
    whole = text[:most].rpartition("\n\n")[0]
    return whole or text[:most]
