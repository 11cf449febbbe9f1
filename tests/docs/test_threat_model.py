"""The threat model claims nothing that no test holds: each row of its tables names tests that are there."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "threat-model.md").read_text()
HELD = re.compile(r"^\| claim \| held by \|\n\|[-|]+\|\n((?:\|.*\n)+)", re.MULTILINE)
ROW = re.compile(r"\| (?P<claim>.+?) \| (?P<tests>.*?) ?\|")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
HEADINGS = (
    "With a comment, an issue or a form",
    "With a fork and a pull request",
    "With an adopted rule",
    "With write access",
    "At a table",
)


def claims(page: str) -> dict[str, str]:
    """claim -> what the second column says of it."""
    rows = [ROW.fullmatch(line) for table in HELD.findall(page) for line in table.splitlines()]
    return {row["claim"]: row["tests"] for row in rows if row is not None}


def unheld(page: str) -> list[str]:
    """What is wrong with the page: a claim that names no test, words that are none, and a test that is not there."""
    wrong = []
    for claim, column in claims(page).items():
        named = TEST.findall(column)
        if not named or TEST.sub("", column).strip():
            wrong.append(f"{claim!r} names no test: {column!r}")
        wrong += [f"{claim!r}: no {path}::{test}" for path, test in named if test not in collected(path)]
    return wrong


@lru_cache
def collected(path: str) -> set[str]:
    """The tests that pytest collects from a file: functions at its top whose name says so, unless they are skipped."""
    if not (ROOT / path).is_file() or not Path(path).name.startswith("test_"):
        return set()
    found = [node for node in ast.parse((ROOT / path).read_text()).body if isinstance(node, ast.FunctionDef)]
    return {node.name for node in found if node.name.startswith("test_") and not skipped(node)}


def skipped(test: ast.FunctionDef) -> bool:
    """Whether it is skipped or expected to fail: then it holds nothing."""
    return any(re.search(r"mark\.(skip|xfail)\b", ast.unparse(decorator)) for decorator in test.decorator_list)


def test_each_claim_names_tests_and_each_of_them_is_there() -> None:
    assert unheld(PAGE) == []


def test_every_row_of_every_table_is_a_claim() -> None:
    rows = sum(len(table.splitlines()) for table in HELD.findall(PAGE))
    assert rows == len(claims(PAGE)) >= 50


@pytest.mark.parametrize("heading", HEADINGS)
def test_every_attacker_has_a_table(heading: str) -> None:
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    assert len(claims(section)) >= 5


@pytest.mark.parametrize(
    "row",
    [
        "| It is safe |  |",
        "| It is safe | we hope |",
        "| It is safe | `tests/docs/test_threat_model.py::test_that_is_not_there` |",
        "| It is safe | `tests/docs/nowhere.py::test_it` |",
        "| It is safe | `tests/docs/test_threat_model.py::unheld` |",
        "| It is safe | `tests/docs/test_threat_model.py::test_each_claim_names_tests_and_each_of_them_is_there` and hope |",
    ],
)
def test_a_claim_that_nothing_holds_is_found(row: str) -> None:
    assert len(unheld(f"| claim | held by |\n|---|---|\n{row}\n")) == 1


def test_what_is_not_defended_is_said() -> None:
    said = PAGE.split("\n## What is not defended\n")[1]
    assert len(re.findall(r"^- \*\*", said, re.MULTILINE)) >= 6
