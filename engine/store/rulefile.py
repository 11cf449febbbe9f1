"""Rule files: Markdown with front matter and fenced blocks, taken apart with every position kept."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markdown_it.token import Token

from engine.store.parser import TooTangled, parser

_MARKDOWN = parser({"maxNesting": 20})
LONGEST: Final = 131_072
_CONFLICT: Final = ("<<<<<<< ", ">>>>>>> ")  # https://git-scm.com/docs/git-merge, How conflicts are presented
MERGED: Final = (
    "git could not merge two texts here: keep one of them, and take out the lines of <<<<<<<, ======= and >>>>>>>"
)
_ELSEWHERE: Final = "version https://git-lfs"
RUN: Final = ("starlark", "example")
LIKE: Final = ", such as `rule: next` and `title: Songs`, each in a line of its own; below them stands its text"
# Controls, and what shows a text in another order than it is read by the machine.
_HIDDEN = re.compile("[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_BARE_RETURN = re.compile(r"\r(?!\n)")


class RuleFileProblem(ValueError):
    """What is wrong with the file, and the 1-based line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line, self.message = line, message


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the line of the file on which the text begins."""

    language: str
    text: str
    line: int


@dataclass(frozen=True)
class RuleFile:
    """The parts of a rule file. `prose` is the Markdown without the fenced starlark and example blocks."""

    front: str
    front_line: int
    prose: str
    blocks: tuple[Block, ...]


def split(text: str) -> RuleFile:
    """Takes a rule file apart. Raises RuleFileProblem."""
    if len(text) > LONGEST:
        raise RuleFileProblem(1, f"a rule may have {LONGEST} characters")
    for odd, name in ((text.find("\x00"), "NUL character"), (_bare_return(text), "carriage return inside a line")):
        if odd >= 0:
            raise RuleFileProblem(text.count("\n", 0, odd) + 1, f"there is a {name} in it")
    hidden = _HIDDEN.search(text)
    if hidden is not None:
        line = text.count("\n", 0, hidden.start()) + 1
        raise RuleFileProblem(line, f"there is a hidden character in it (U+{ord(hidden[0]):04X})")
    lines = text.replace("\r\n", "\n").split("\n")
    if not is_fence(lines[0]):
        raise RuleFileProblem(1, f"a rule begins with front matter between two lines of ---{_no_front(text, lines)}")
    end = front_end(lines)
    if end is None:
        raise RuleFileProblem(1, "the front matter has no end: a line of --- is missing")
    blocks, prose = _body(lines[end + 1 :], end + 2)
    return RuleFile("\n".join(lines[1:end]) + "\n", 2, prose, blocks)


def conflict(lines: Sequence[str]) -> int | None:
    """The place of the line with which a conflict begins that git has left in a text; None if there is none."""
    begun = next((place for place, line in enumerate(lines) if line.startswith(_CONFLICT[0])), None)
    ends = begun is not None and any(line.startswith(_CONFLICT[1]) for line in lines[begun:])
    return begun if ends else None


def _no_front(text: str, lines: Sequence[str]) -> str:
    """Why a text begins with something else, as the end of a sentence."""
    if conflict(lines) == 0:
        return f"; {MERGED}"
    if lines[0].startswith(_ELSEWHERE):
        return "; Git LFS keeps the text of this file elsewhere: `git lfs untrack` its name, and add the text itself"
    return "; save this file as UTF-8 without a byte-order mark" if text.startswith("\ufeff") else LIKE


def _bare_return(text: str) -> int:
    found = _BARE_RETURN.search(text)
    return found.start() if found else -1


def is_fence(line: str) -> bool:
    return line.rstrip(" \t\r\n") == "---"


def front_end(lines: Sequence[str]) -> int | None:
    """The place of the line that ends the front matter; None if there is no front matter or no end."""
    if not lines or not is_fence(lines[0]):
        return None
    return next((i for i, line in enumerate(lines[1:], start=1) if is_fence(line)), None)


def tokens(body: str) -> list[Token]:
    """The blocks of a Markdown body, with their lines. What stands inside a paragraph is not looked at. Raises TooTangled."""
    try:
        return _blocks(body)
    except IndexError:  # of HTML that ends the text within a list in a quote, the parser looks for more behind the end
        return _blocks(f"{body}\n")


def _blocks(body: str) -> list[Token]:
    found: list[Token] = []
    _MARKDOWN.block.parse(body, _MARKDOWN, {}, found)
    return found


def _language(info: str) -> str:
    """The first word behind the fence; an example may say that it is YAML."""
    words = info.split()
    return "example" if words[:1] in (["yaml"], ["yml"]) and words[1:2] == ["example"] else "".join(words[:1])


def _body(lines: list[str], first: int) -> tuple[tuple[Block, ...], str]:
    """The blocks of a body, and what is left when those with code and examples are taken out."""
    blocks: list[Block] = []
    taken: set[int] = set()
    try:
        found = tokens("\n".join(lines))
    except TooTangled as tangled:
        raise RuleFileProblem(first + tangled.line, str(tangled)) from None
    for token in found:
        if token.type == "fence" and token.map is not None and token.level == 0:
            language = _language(token.info)
            blocks.append(Block(language, token.content, first + token.map[0] + 1))
            if language in RUN:
                taken.update(range(token.map[0], token.map[1]))
    prose = "\n".join(line for i, line in enumerate(lines) if i not in taken)
    return tuple(blocks), prose.strip()
