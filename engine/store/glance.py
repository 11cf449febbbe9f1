"""A field of a record seen in its text, where a glance is enough: of ten thousand files few have to be read for what concerns one."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.store.writing import LONGEST_PLAIN, means_otherwise

# Lines in which nothing begins that could go on in the next one, then the field as it is always written, then another or none.
_FIELD: Final = r"""(?:[^\n"'\[{{]*\n)*?{}: ([A-Za-z][A-Za-z0-9-]*|0|[1-9][0-9]{{0,14}})\n(?!\s)"""
_TRUTHS: Final = {"true": True, "false": False}
_DOUBTFUL: Final = frozenset("FINOTYfinoty")  # how words begin that mean something else to some YAML
Seen = str | bool | int | None


def field(text: str, name: str) -> Seen:
    """A word, a truth or a whole number of the outermost map.

    None: it is none of these, is not there, or the text has to be read to find it.
    """
    return column((text,), name)[0]


def column(texts: Iterable[str], name: str) -> list[Seen]:
    """The same of each of many texts, in their order."""
    return [None if found is None else _meant(found[1]) for found in map(_pattern(name).match, texts)]


def _meant(word: str) -> Seen:
    if word.isdigit():
        return int(word)
    if word in _TRUTHS:
        return _TRUTHS[word]
    return None if len(word) >= LONGEST_PLAIN or (word[0] in _DOUBTFUL and means_otherwise(word)) else word


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_FIELD.format(re.escape(name)))
