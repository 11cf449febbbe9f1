"""What is told of a game that is over tells of nothing that is still to come."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.consulting.status import rule_lines
from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS

PLAYERS: dict[str, Any] = {"ana": {"active": True}, "bo": {"active": False}, "cy": {"active": True}}
TURN: dict[str, Any] = {"turn": {"player": "ana", "number": 3, "round": 1}, "turn_order": ["ana", "bo", "cy"]}
BEGUN: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "assembly": ({"game": TURN}, ("ana moves", "has to propose")),
    "frontier": (
        {"game": TURN, "requests": {"zoe": {"status": "open", "asked_at": 1_767_571_200}}},
        ("it is yours", "`/active`", "`/object to zoe`"),
    ),
    "wayfarers": (
        {
            "game": {"round": 1, "turn": 1, "phase": "rule-change", "current": "ana"},
            "requests": {"zoe": {"asked_at": 1_767_571_200}},
            "judgments": {77: {"judge": "cy", "turn": 1}},
        },
        ("ana is moving", "`/active`", "zoe", "propose a rule-change", "to judge"),
    ),
}
MOVING: dict[str, Any] = {"round": 1, "turn": 1, "phase": "movement", "current": "ana"}


@pytest.mark.parametrize("ruleset", BEGUN)
def test_nothing_is_still_to_come_in_a_game_that_is_over(ruleset: str) -> None:
    given, to_come = BEGUN[ruleset]
    stage = Stage({"given": {"players": PLAYERS, **given}}, TEXTS, ruleset, HOST)

    def told() -> set[str]:
        lines = [line for who in ("ana", "bo") for line in rule_lines(stage.world, who)]
        return {what for what in to_come if any(what in line for line in lines)}

    assert told() == set(to_come)
    stage.world.patch("game", "game", over="All agreed.")
    assert told() == set()


@pytest.mark.parametrize(
    ("ruleset", "game"),
    [("wayfarers", MOVING), ("frontier", {**TURN, "turn": {**TURN["turn"], "may_roll": ["ana"]}})],
)
def test_nobody_throws_or_harvests_any_more(ruleset: str, game: dict[str, Any]) -> None:
    stage = Stage({"given": {"players": PLAYERS, "game": game}}, TEXTS, ruleset, HOST)
    assert any("`/roll" in line for line in rule_lines(stage.world, "ana"))
    stage.world.patch("game", "game", over="All agreed.")
    assert not any("`/roll" in line for line in rule_lines(stage.world, "ana"))


def test_the_turn_that_a_game_ended_in_is_told_as_over() -> None:
    ended = TURN | {"turn": {**TURN["turn"], "ended": True}}
    stage = Stage({"given": {"players": PLAYERS, "game": ended}}, TEXTS, "assembly", HOST)
    assert any("the next one" in line for line in rule_lines(stage.world, "ana"))
    stage.world.patch("game", "game", over="All agreed.")
    assert not any("the next one" in line for line in rule_lines(stage.world, "ana"))


@pytest.mark.parametrize("ruleset", ["credo", "frontier", "assembly", "starfarers", "wayfarers"])
def test_no_rule_names_what_to_write_but_where_one_looks(ruleset: str) -> None:
    """In Assembly one was asked to choose a class, in Credo to found a village, where all that was over."""
    given = BEGUN[ruleset][0] if ruleset in BEGUN else {}
    stage = Stage({"given": {"players": PLAYERS, **given}}, TEXTS, ruleset, HOST)
    stage.world.patch("game", "game", over="All agreed.")
    lines = [line.replace("`/map`", "") for who in ("ana", "bo") for line in rule_lines(stage.world, who)]
    assert lines and [line for line in lines if "`/" in line] == []
