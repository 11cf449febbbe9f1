"""What a rule says in letters that deceive: code in the prose, letters of other alphabets, and lines that git has left."""

import re
from collections.abc import Iterator
from typing import Final

from engine.law.documents import unread
from engine.law.documents.problems import Problem
from engine.law.rulebook import Rulebook
from engine.store import rulefile, seen


def misplaced(book: Rulebook) -> Iterator[Problem]:
    """Code in the prose, where its first function begins: it is voted on, and nobody runs it. In a rule that has code that is
    whatever calls itself Starlark or Python; else also what does not."""
    for document in book.ranked:
        if document.code.strip():
            for line in unread.lines_beside(document.blocks):
                message = (
                    "this function is prose to the game: move it into the block of `starlark`, or call its block `text`"
                )
                yield Problem(document.path, line, message, "warning")
            continue
        line = unread.line_of_code(document.text, document.blocks)
        if line:
            said = unread.code(document.blocks, document.prose)
            yield Problem(document.path, line, f"the rule has no code{said}", "warning")


def conflicts(book: Rulebook) -> Iterator[Problem]:
    """Where both sides of a conflict stand in a rule that git could not merge: in prose nothing else would be amiss."""
    for document in book.ranked:
        place = rulefile.conflict(document.text.splitlines())
        if place is not None:
            yield Problem(document.path, place + 1, rulefile.MERGED, "warning")


_ALIKE: Final = re.compile(f"[{''.join(seen.LOOKALIKES)}]")
_PLAIN: Final = re.compile("[A-Za-z]")
_WORD: Final = re.compile(r"[^\W_]+")


def lookalikes(book: Rulebook) -> Iterator[Problem]:
    """Lines with letters of other alphabets among plain ones: `yay` with a Cyrillic `а` is another word, and nobody sees it."""
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
