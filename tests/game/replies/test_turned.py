"""Voters are told of numbers that a proposal would make something else."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.replies import turned


def change(before: dict[str, Any] | None, after: dict[str, Any], *, op: str = "amend") -> Any:
    was = None if before is None else {"front": {"parameters": before}}
    return {"op": op, "title": "Farming", "front": {"parameters": after}, "was": was}


@pytest.mark.parametrize(
    ("now", "kind"),
    [("two", "a text, `two`"), (None, "nothing, `None`"), (True, "true or false, `true`"), ([2], "a list, `[2]`")],
)
def test_a_number_that_is_none_any_more_is_named_with_what_it_would_be(now: object, kind: str) -> None:
    assert turned.lines([change({"hands": 2}, {"hands": now})]) == [
        f"In `Farming`, `hands` was a number, `2`, and would be {kind}."
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"hands": 2}, {"hands": 2.5}),
        ({"throw": "1d6"}, {"throw": 3}),
        ({"hands": 2}, {}),
        ({"sung": True}, {"sung": "often"}),
        ({"step": {"ore": 2}}, {"step": {"ore": None}}),
        (None, {"hands": "two"}),
    ],
)
def test_other_changes_are_not(before: dict[str, Any] | None, after: dict[str, Any]) -> None:
    assert turned.lines([change(before, after)]) == []


def test_one_within_a_map_is_found_by_its_way_and_what_would_go_is_not_told() -> None:
    before, after = {"step": {"ore": {"Cook": 2}}}, {"step": {"ore": {"Cook": "`@ana`"}}}
    assert turned.lines([change(before, after), change(before, after, op="repeal")]) == [
        "In `Farming`, `step.ore.Cook` was a number, `2`, and would be a text, `'@ana'`."
    ]


def test_of_very_many_the_first_are_told() -> None:
    before = {f"n{i}": i for i in range(30)}
    told = turned.lines([change(before, dict.fromkeys(before, "x"))])
    assert len(told) == turned.MOST + 1
    assert told[-1] == "And 20 more like that."
