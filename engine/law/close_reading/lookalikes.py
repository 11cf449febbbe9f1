"""Letters of other alphabets among plain ones that look the same: `yay` with a Cyrillic `а` is another word, and nobody sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.law.documents.problems import Problem
from engine.law.rulebook import Rulebook

_CYRILLIC: Final = "асеорхуіјѕһԁԛԝАВЕКМНОРСТУХЅІЈԌԜ"
_GREEK: Final = "οριναυΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
_ALIKE: Final = re.compile(f"[{_CYRILLIC}{_GREEK}]")
_PLAIN: Final = re.compile("[A-Za-z]")
_WORD: Final = re.compile(r"[^\W_]+")


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each line of a rule with such a word: in what it says as in what it does."""
    for document in book.ranked:
        if document.text.isascii():
            continue
        for number, line in enumerate(document.text.split("\n"), start=1):
            word = next(filter(_is_mixed, _WORD.findall(line)), "")
            if word:
                other = _ALIKE.findall(word)[0]
                message = (
                    f"`{word}` is not the word it looks like: its `{other}` is U+{ord(other):04X}, of another alphabet"
                )
                yield Problem(document.path, number, message, "warning")


def _is_mixed(word: str) -> bool:
    return not word.isascii() and _ALIKE.search(word) is not None and _PLAIN.search(word) is not None
