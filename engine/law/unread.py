"""Blocks of a rule file that look like code or like cases, and are prose to the game: told where something is missing."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

from engine.store.rulefile import Block

NEARLY_CODE: Final = frozenset({"python", "py", "star", "bzl", "bazel", "starlark-lang"})
NEARLY_EXAMPLE: Final = frozenset({"yaml", "yml", "examples", "test"})


def code(blocks: Iterable[Block]) -> str:
    """That what may be code stands in a block nobody runs, as the end of a sentence; empty where none does."""
    return _told(blocks, NEARLY_CODE, "code begins with ```starlark")


def example(blocks: Iterable[Block]) -> str:
    """That what may be a case stands in a block nobody plays, likewise."""
    return _told(blocks, NEARLY_EXAMPLE, "a case begins with ```example")


def _told(blocks: Iterable[Block], languages: Container[str], instead: str) -> str:
    found = [block for block in blocks if block.language in languages]
    if not found:
        return ""
    return f"; the block of `{found[0].language}` in line {found[0].line - 1} is prose to the game: {instead}"
