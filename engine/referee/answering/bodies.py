"""Answers put together into as few comments as they fit in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

LARGEST: Final = 60_000  # characters; GitHub takes 65,536
BETWEEN: Final = "\n\n---\n\n"


def bodies(answers: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Bodies of comments for answers and their marks, in order, each as full as it may be."""
    texts: list[str] = []
    tail = ""
    for text, own in answers:
        if texts and len(BETWEEN.join([*texts, text])) + len(tail + own) > LARGEST:
            yield f"{BETWEEN.join(texts)}\n\n{tail}"
            texts, tail = [], ""
        texts.append(text[: LARGEST - len(own)])
        tail += own
    if texts:
        yield f"{BETWEEN.join(texts)}\n\n{tail}"
