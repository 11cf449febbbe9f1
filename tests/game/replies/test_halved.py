"""Voters are told where only the words of a rule would change, or only its code."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.replies import halved

WAS = {"text": "Half must vote.", "code": "def half():\n    pass\n", "front": {"parameters": {"share": 50}}}
OTHER = {"text": "A third must vote.", "code": "def third():\n    pass\n", "front": {"parameters": {"share": 33}}}


def lines(*other: str, op: str = "amend", **more: Any) -> list[str]:
    """An amendment of these parts alone."""
    now = {part: (OTHER if part in other else WAS)[part] for part in WAS}
    change: Any = {"op": op, "title": "Quorum", **now, "was": WAS, **more}
    return halved.lines([change])


def test_an_amendment_of_one_half_is_told() -> None:
    said = "In `Quorum` only the words would change: the code, which is what is carried out, stays as it is."
    assert lines("text") == [said]
    for changed in (["code"], ["code", "front"]):
        assert lines(*changed) == ["In `Quorum` only the code would change: the words stay as they are."]


@pytest.mark.parametrize("changed", [["text", "code"], ["text", "front"], ["front"]])
def test_an_amendment_of_both_or_of_its_numbers_is_not(changed: list[str]) -> None:
    assert lines(*changed) == []


def test_nor_is_what_has_no_code_or_is_no_amendment() -> None:
    assert lines("text", code="") == []
    assert lines("text", was={**WAS, "code": ""}) == []
    assert lines("text", op="transmute") == []
    assert lines("text", op="enact", was=None) == []


def test_of_many_the_first_are_told() -> None:
    change: Any = {"op": "amend", "title": "Quorum", **WAS, "text": "x", "was": WAS}
    assert len(halved.lines([change] * (halved.MOST + 1))) == halved.MOST
