"""The examples of rule files, read when they are asked for: they bind nobody, and are most of a file's YAML."""

from collections.abc import Iterable
from typing import Any

from engine.law.documents.problems import LawProblems, Problem
from engine.store import guard, rulefile


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
