"""Links to rule files in Markdown, found with the parser that also finds the code: what is in code is never a link."""

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from engine.store import rulefile
from engine.store.parser import TooTangled

# `](311-quorum.md)`, `](../credo/311-quorum.md#votes "Quorum")`, `](<311-quorum.md>)`
_LINK = re.compile(r"(\]\([ \t]*<?(?:[\w./-]*/)?)(\d{1,5}-[a-z0-9-]+\.md)(?=[)#>\s])")
# `[quorum]: 311-quorum.md`
_DEFINITION = re.compile(
    r"( {0,3}\[(?:\\.|[^\[\]\\\n]){1,999}\]:[ \t]*<?(?:[\w./-]*/)?)(\d{1,5}-[a-z0-9-]+\.md)(?=[#>\s]|$)"
)
_TICKS = re.compile("`+")
_TICKS_OR_ESCAPE = re.compile(r"\\.|`+", re.DOTALL)
_CODE: Final = ("fence", "code_block", "html_block")


def lines_of(text: str) -> list[str]:
    """The lines with their ends. Only a line feed ends a line, as in git and in YAML."""
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def renamed(body: str, rename: Callable[[str], str]) -> str:
    """The Markdown with the file names in links to rule files renamed; every other byte is as it was."""
    if not (_LINK.search(body) or any(map(_DEFINITION.match, body.split("\n")))):
        return body
    lines = lines_of(body)
    try:
        prose, elsewhere = _places(body)
    except TooTangled:  # of no rule: none can be read there
        return body
    for start, stop in zip(prose[::2], prose[1::2], strict=True):
        lines[start:stop] = ["".join(lines[start:stop])] + [""] * (stop - start - 1)
        lines[start] = _in_prose(lines[start], rename)
    for place in elsewhere:
        lines[place] = _DEFINITION.sub(lambda found: found[1] + rename(found[2]), lines[place], count=1)
    return "".join(lines)


@lru_cache(maxsize=64)
def _places(body: str) -> tuple[Sequence[int], Sequence[int]]:
    """Where the stretches of lines that are running text begin and end, and all lines that are neither that nor code.

    To read a long text takes seconds if somebody wants it to, and each trial of a proposal asks for the same again.
    """
    prose, taken = array("I"), set[int]()
    for token in rulefile.tokens(body.replace("\r\n", "\n")):
        if token.map is not None and token.type == "inline":
            prose.extend(token.map)
        if token.map is not None and token.type in ("inline", *_CODE):
            taken.update(range(*token.map))
    return prose, array("I", (place for place in range(len(lines_of(body))) if place not in taken))


def _in_prose(text: str, rename: Callable[[str], str]) -> str:
    spans = _code_spans(text) if "`" in text else []

    def new(found: re.Match[str]) -> str:
        at = bisect_left(spans, (found.start(2), 0)) - 1
        inside = at >= 0 and spans[at][0] < found.start(2) < spans[at][1]
        return found[0] if inside else found[1] + rename(found[2])

    return _LINK.sub(new, text)


def _code_spans(text: str) -> list[tuple[int, int]]:
    """Where code between backticks begins and ends (CommonMark 6.1): from a run of them to the next of equal length."""
    runs: dict[int, list[int]] = {}
    for run in _TICKS.finditer(text):
        runs.setdefault(len(run[0]), []).append(run.start())
    spans: list[tuple[int, int]] = []
    at = 0
    while found := _TICKS_OR_ESCAPE.search(text, at):
        at = found.end()
        if found[0][0] == "`":
            closers = runs.get(len(found[0]), [])
            place = bisect_left(closers, at)
            if place < len(closers):
                at = closers[place] + len(found[0])
                spans.append((found.start(), at))
    return spans
