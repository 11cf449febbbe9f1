"""Rule files: Markdown with front matter and fenced blocks, taken apart with every position kept."""

from __future__ import annotations

from dataclasses import dataclass

from markdown_it import MarkdownIt

_MARKDOWN = MarkdownIt("commonmark", {"maxNesting": 20})
LONGEST = 131_072


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
    prose_line: int
    blocks: tuple[Block, ...]


def split(text: str) -> RuleFile:
    """Takes a rule file apart. Raises RuleFileProblem."""
    if len(text) > LONGEST:
        raise RuleFileProblem(1, f"a rule may have {LONGEST} characters")
    if "\x00" in text:
        raise RuleFileProblem(text[: text.index("\x00")].count("\n") + 1, "there is a NUL character in it")
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].rstrip() != "---":
        raise RuleFileProblem(1, "a rule begins with front matter between two lines of ---")
    end = next((i for i, line in enumerate(lines[1:], start=1) if line.rstrip() == "---"), None)
    if end is None:
        raise RuleFileProblem(1, "the front matter has no end: a line of --- is missing")
    blocks, prose = _body(lines[end + 1 :], end + 2)
    return RuleFile("\n".join(lines[1:end]) + "\n", 2, prose, end + 2, blocks)


def _body(lines: list[str], first: int) -> tuple[tuple[Block, ...], str]:
    """The blocks of a body, and what is left when those with code and examples are taken out."""
    blocks: list[Block] = []
    taken: set[int] = set()
    for token in _MARKDOWN.parse("\n".join(lines)):
        if token.type == "fence" and token.map is not None and token.level == 0:
            language = token.info.strip().split()[0] if token.info.strip() else ""
            blocks.append(Block(language, token.content, first + token.map[0] + 1))
            if language in ("starlark", "example"):
                taken.update(range(token.map[0], token.map[1]))
    prose = "\n".join(line for i, line in enumerate(lines) if i not in taken)
    return tuple(blocks), prose.strip()
