"""The examples of rule files, read when they are asked for: they bind nobody, and are most of a file's YAML."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from engine.law.problems import LawProblems, Problem
from engine.store import guard, rulefile

if TYPE_CHECKING:
    from engine.law.document import Document


def read(path: str, blocks: Iterable[rulefile.Block]) -> tuple[tuple[int, Any], ...]:
    """(line, example) of each among a file's blocks. Raises LawProblems with every block that is not YAML."""
    found: list[tuple[int, Any]] = []
    problems: list[Problem] = []
    for block in (b for b in blocks if b.language == "example"):
        try:
            found += guard.load_all(block.text, block.line)
        except guard.YamlProblem as error:
            problems.append(Problem(path, error.line, f"example: {error.message}"))
    if problems:
        raise LawProblems(problems)
    return tuple(found)


def unread(documents: Iterable[Document]) -> list[Problem]:
    """What stands in the way of reading the examples of these."""
    problems: list[Problem] = []
    for document in documents:
        try:
            document.examples  # noqa: B018 - kept for whoever plays them next
        except LawProblems as error:
            problems += error.problems
    return problems
