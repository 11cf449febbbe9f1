"""What GitHub shows of a comment: whoever votes, or edits a vote, may put into it what nobody reads."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Final

from markdown_it.token import Token

from engine.store.parser import TooTangled, parser

_MARKDOWN: Final = parser({"html": True, "maxNesting": 20})
_MEANS_SOMETHING: Final = re.compile(r"[<&\[*_`\\]")
_HIDDEN: Final = re.compile(r"<!--.*?-->|</?[a-z][^<>]*>", re.IGNORECASE | re.DOTALL)
_BLOCKS: Final = frozenset({"html_block", "paragraph_open", "inline", "paragraph_close"})
_WORDS: Final = frozenset({"text", "text_special", "code_inline"})


def read(text: str) -> str:
    """The words that are read of it; empty where it has no markup, or what makes it more than words, as a list or a quotation."""
    if not _MEANS_SOMETHING.search(text):
        return ""
    try:
        tokens = _MARKDOWN.parse(text)
    except TooTangled:
        return ""
    if not _BLOCKS.issuperset(token.type for token in tokens):
        return ""
    return " ".join(words for token in tokens if (words := _words(token).strip()))


def _words(token: Token) -> str:
    if token.type == "html_block":
        return unescape(_HIDDEN.sub("", token.content))
    return "".join(_inline(token.children or ()))


def _inline(parts: Iterable[Token]) -> Iterator[str]:
    for part in parts:
        if part.type in _WORDS:
            yield part.content
        elif part.type.endswith("break"):
            yield " "
