"""Blocks of a rule file that look like code or like cases, and are prose to the game: told where something is missing."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final

from engine.store.rulefile import RUN, Block

NEARLY_CODE: Final = frozenset({"starlark", "python", "py", "star", "bzl", "bazel", "starlark-lang"})
NEARLY_EXAMPLE: Final = frozenset({"example", "yaml", "yml", "examples", "test"})

# In the answers that players read a backtick is shown as an apostrophe.
_BEGINS: Final = "code begins with a line of three backticks and `starlark`"
_DEFINES: Final = re.compile(r"(?m)^ *def \w+\(")


def code(blocks: Sequence[Block], prose: str) -> str:
    """That what may be code stands where nobody runs it, as the end of a sentence; empty where none does."""
    if told := _told(blocks, NEARLY_CODE, _BEGINS):
        return told
    bare = next((block for block in blocks if not block.language and _DEFINES.search(block.text)), None)
    if bare is not None:
        return f"; the block in line {bare.line - 1} is prose to the game: {_BEGINS}"
    return f"; a `def` in the prose is prose to the game: {_BEGINS}" if _DEFINES.search(prose) else ""


def fence(code: str, line: int) -> str:
    """That the next block begins within the code, where a line of it is amiss, likewise."""
    begins = code.split("\n")[line - 1 : line]
    is_fence = any(each.lstrip().startswith(("```", "~~~")) for each in begins)
    return "; the code has no end before it: a line of three backticks alone is missing" if is_fence else ""


def line_of_code(text: str, blocks: Iterable[Block]) -> int:
    """The line of a file in which the first function begins that nobody runs; 0 where none does."""
    run = {block.line + n for block in blocks if block.language in RUN for n in range(block.text.count("\n"))}
    defined = [n for n, line in enumerate(text.split("\n"), start=1) if n not in run and _DEFINES.match(line)]
    return defined[0] if defined else 0


def lines_beside(blocks: Iterable[Block]) -> Iterator[int]:
    """The line of the first function of each block that looks like code of the game's and is run by nobody."""
    for block in blocks:
        named = block.language not in RUN and block.language.casefold() in NEARLY_CODE
        if found := _DEFINES.search(block.text) if named else None:
            yield block.line + block.text.count("\n", 0, found.start())


def example(blocks: Iterable[Block]) -> str:
    """That what may be a case stands in a block nobody plays, likewise."""
    return _told(blocks, NEARLY_EXAMPLE, "a case begins with a line of three backticks and `example`")


def _told(blocks: Iterable[Block], languages: Container[str], instead: str) -> str:
    found = [block for block in blocks if block.language.casefold() in languages and block.language not in RUN]
    if not found:
        return ""
    return f"; the block of `{found[0].language}` in line {found[0].line - 1} is prose to the game: {instead}"
