"""A choice in a tally is a sum of weights and the electorate a number of heads: held against each other, one rich player is a majority."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from engine.law.documents.document import parse
from engine.law.documents.profile import tree
from tests.rulesets.texts import TEXTS

WEIGHTS, HEADS, ALL_WEIGHTS = {"yay", "nay"}, {"electorate", "voters"}, {"cast"}
CODE = {path: text if path.endswith(".star") else parse(path, text).code for path, text in TEXTS.items()}


def read_of_a_tally(node: ast.AST) -> set[str]:
    """The names in brackets behind something, such as `tally["yay"]`."""
    return {
        one.slice.value
        for one in ast.walk(node)
        if isinstance(one, ast.Subscript) and isinstance(one.slice, ast.Constant) and isinstance(one.slice.value, str)
    }


def mixed(code: str) -> Iterator[int]:
    """The lines of comparisons of what votes weigh with a number of voters, but for what is missing beside all that was cast."""
    for node in ast.walk(tree(code)):
        if isinstance(node, ast.Compare):
            names = read_of_a_tally(node)
            if names & WEIGHTS and names & HEADS and not names & ALL_WEIGHTS:
                yield node.lineno


@pytest.mark.parametrize("path", [path for path in CODE if "yay" in CODE[path]])
def test_no_rule_holds_what_votes_weigh_against_a_number_of_voters(path: str) -> None:
    assert list(mixed(CODE[path])) == []


def test_a_comparison_of_both_is_found() -> None:
    code = "def majority(poll, tally):\n    return 2 * tally['yay'] > tally['electorate']\n"
    assert list(mixed(code)) == [2]
