"""Names in a sentence are told apart by commas, and the last two by a word."""

from __future__ import annotations

import pytest

from engine.store.joined import joined


@pytest.mark.parametrize(
    ("names", "together"),
    [
        ([], ""),
        (["ana"], "ana"),
        (["ana", "bo"], "ana and bo"),
        (["ana", "bo", "cy"], "ana, bo and cy"),
        (["", "bo"], " and bo"),
    ],
)
def test_names_are_joined_as_they_are_said(names: list[str], together: str) -> None:
    assert joined(names) == together


def test_the_word_between_the_last_two_is_the_one_that_is_given() -> None:
    assert joined(("a", "b", "c"), "or") == "a, b or c"
