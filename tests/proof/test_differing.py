"""Two texts that should be one are told apart by what a reader can look up: a key, a line, an end."""

from __future__ import annotations

import pytest

from engine.referee.proof.differing import LONGEST, MOST_KEYS, told


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ("a\n", "ends after line 1"),
        ("a\n\nb", "ends within line 3"),
        ("a\n\nb\n\n", "has more lines than it should"),
        ("a\n\nc\n", "line 3 is 'c' and should be 'b'"),
        (None, "is missing"),
    ],
)
def test_a_text_that_is_no_map_differs_in_a_line_or_at_its_end(found: str | None, words: str) -> None:
    assert told("a\n\nb\n", found) == words


def test_what_nobody_judged_does_not_follow_and_what_differs_in_no_value_is_told_by_its_line() -> None:
    assert told(None, "a: 1\n") == "does not follow from the journal"
    assert told("a: 1\n", "a:  1\n") == "line 1 is 'a:  1' and should be 'a: 1'"


def test_a_few_keys_are_told_and_long_values_are_cut() -> None:
    said = told("a: 1\nb: 1\nc: 1\nd: 1\n", "a: 2\nb: true\nc: 1.0\nd: 2\n")
    assert said == "; ".join(
        ["a is 2 and should be 1", "b is True and should be 1", "c is 1.0 and should be 1"][:MOST_KEYS]
    )
    exact, long = "x" * (LONGEST - 2), "x" * (LONGEST - 1)
    assert told("a: b\n", f"a: {exact}\n") == f"a is '{exact}' and should be 'b'"
    assert told("a: b\n", f"a: {long}\n") == f"a is '{long}... and should be 'b'"
