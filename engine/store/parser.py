"""The parser of Markdown that all texts are read by, which gives up where a little text is very much to look at.

Behind each quote it looks for lines that go on with it without its sign, down to the next empty line, and may use none of them:
so where quotes end and begin again on every other line, a text twice as long would take four times as long, and minutes.
"""

from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, blockquote

MOST_LOOKED_AT: Final = 30_000  # lines, each as often as it is looked at; what people write has some thousands
_ENDS: Final[RuleOptionsType] = {
    "alt": ["paragraph", "reference", "blockquote", "list"]
}  # what a quote ends, as the parser has it
_LOOKED_AT: Final = "lines looked at"


class TooTangled(ValueError):
    """There is more to look at than anybody writes who wants to be read. `line` counts from 0."""

    def __init__(self, line: int) -> None:
        super().__init__(
            "its quotes end and begin again too often: put an empty line before and behind each, and fewer in each other"
        )
        self.line = line


def parser(options: dict[str, Any]) -> MarkdownIt:
    """CommonMark. Whatever it reads by, it may raise TooTangled."""
    made = MarkdownIt("commonmark", options)
    made.block.ruler.at("blockquote", _bounded, _ENDS)
    return made


def _bounded(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """As it is done by the parser, where the lines are not too many that it may look at."""
    at, ends = state.bMarks[start] + state.tShift[start], state.eMarks
    if not silent and at < ends[start] and state.src[at] == ">":
        line = start
        while line < end and state.bMarks[line] + state.tShift[line] < ends[line]:
            line += 1
        state.env[_LOOKED_AT] = state.env.get(_LOOKED_AT, 0) + line - start
        if state.env[_LOOKED_AT] > MOST_LOOKED_AT:
            raise TooTangled(start)
    return blockquote(state, start, end, silent)
