"""What nobody sees of a text: comments of HTML, in which the engine marks its own posts and a form keeps its hints; and what is folded."""

import re
from collections.abc import Iterator
from typing import Final

# A comment without an end goes on to the end of the text, and is none: looked for anew at each sign it would take hours.
_COMMENT: Final = re.compile(r"<!--.*?(-->|\Z)", re.DOTALL)
_ALONE: Final = re.compile(r"\n*<!--.*?(-->\n*|\Z)", re.DOTALL)


# What GitHub and pages fold: a terminal, which folds nothing, shows all of it below its first line.
_FOLD: Final = re.compile(
    r"^<details>\s*<summary>(.*?)(?:</summary>(.*?)(?:</details>|\Z)|\Z)", re.DOTALL | re.MULTILINE
)
_FOLDED: Final = re.compile(r"<details>\s*<summary>(.*?)(</summary>|\Z)", re.DOTALL)


def unfolded(text: str) -> str:
    """The text with nothing folded in it; what is only begun like a fold stays."""
    return _FOLDED.sub(lambda found: f"**{found[1].strip()}**\n" if found[2] else found[0], text).replace(
        "</details>", ""
    )


def folds(text: str) -> Iterator[tuple[str, str]]:
    """The text in pieces: (nothing, what stands open), and (its first line, what is folded below it)."""
    done = 0
    for found in _FOLD.finditer(text):
        if found[2] is not None and found[1].strip():
            yield from [("", text[done : found.start()]), (found[1].strip(), found[2])]
            done = found.end()
    yield "", text[done:]


def without(text: str) -> str:
    """The text without them, in time that grows with its length alone."""
    return _COMMENT.sub(_kept, text)


def without_lines(text: str) -> str:
    """Likewise, and without the ends of lines around them."""
    return _ALONE.sub(_kept, text)


def _kept(found: re.Match[str]) -> str:
    return "" if found[1] else found[0]
