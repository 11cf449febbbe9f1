"""What waits for a timer of a rule that is repealed meanwhile waits no longer than it must, once there is such a rule again."""

from __future__ import annotations

from typing import Any

from engine.game.calendar import stamp
from engine.game.examples.example_stage import Stage
from tests.rulesets.test_examples import HOST, TEXTS

THREE: dict[str, Any] = {"ana": {"active": True}, "bo": {"active": True}, "cy": {"active": True}}


def text_of(ruleset: str, rule: str) -> str:
    """A rule's text as a proposal would bring it again: numbered by the engine, without its past and its examples."""
    text = TEXTS[f"rules/{ruleset}/{rule}.md"].partition("```example")[0]
    front, rest = text.split("history:\n", 1)
    return front.replace(f"rule: {int(rule[:3])}\n", "rule: next\n") + rest.split("\n", 1)[1]


def wait(stage: Stage, hours: int) -> None:
    stage.step({"clock": stamp(stage.now + hours * 3_600)})


def do(stage: Stage, *steps: dict[str, Any]) -> None:
    for step in steps:
        assert stage.step(step) is None


def adopt(stage: Stage, by: str, pull: int, changes: dict[str, Any]) -> None:
    """All three say yay to it."""
    do(stage, {"by": by, "opens": {"pull": pull, "title": f"Change {pull}", "changes": changes}})
    do(stage, {"by": by, "says": "/open", "on": pull})
    do(stage, *({"by": player, "says": "yay", "on": pull} for player in THREE))
    assert stage.world.poll(str(pull))["status"] == "adopted"


def frontier() -> Stage:
    turn = {"player": "ana", "number": 1, "round": 1}
    game = {"last_number": 400, "turn": turn, "turn_order": list(THREE)}
    return Stage({"given": {"players": THREE, "game": game}}, TEXTS, "frontier", HOST)


def test_whoever_waited_to_join_while_joining_was_repealed_has_the_day_anew() -> None:
    stage = frontier()
    do(stage, {"by": "zoe", "says": "/join"})
    adopt(stage, "ana", 12, {"214": None})
    wait(stage, 25)
    adopt(stage, "bo", 13, {"admission.md": text_of("frontier", "214-joining")})
    assert stage.world.records.get("players", "zoe") is None
    wait(stage, 24)
    assert stage.world.records.get("players", "zoe") is not None


def test_the_day_is_anew_also_where_the_rule_comes_back_before_the_first_was_over() -> None:
    stage = frontier()
    do(stage, {"by": "zoe", "says": "/join"})
    adopt(stage, "ana", 12, {"214": None})
    wait(stage, 12)
    adopt(stage, "bo", 13, {"admission.md": text_of("frontier", "214-joining")})
    wait(stage, 13)
    assert stage.world.records.get("players", "zoe") is None
    wait(stage, 11)
    assert stage.world.records.get("players", "zoe") is not None


def test_a_vote_on_joining_ends_when_it_was_to_end_where_another_rule_on_joining_came_meanwhile() -> None:
    stage = frontier()
    do(stage, {"by": "zoe", "says": "/join"}, {"by": "cy", "says": "/object to zoe"})
    do(stage, {"by": "ana", "says": "yay", "on": "admission/1"})
    adopt(stage, "ana", 12, {"214": None})
    adopt(stage, "bo", 13, {"admission.md": text_of("frontier", "214-joining")})
    wait(stage, 23)
    assert stage.world.poll("admission/1")["status"] == "open"
    wait(stage, 1)
    assert stage.world.poll("admission/1")["status"] == "adopted"
    assert stage.world.records.get("players", "zoe") is not None


def test_a_vote_on_joining_whose_day_was_over_while_nobody_could_join_is_decided_once_somebody_can() -> None:
    stage = frontier()
    do(stage, {"by": "zoe", "says": "/join"}, {"by": "cy", "says": "/object to zoe"})
    adopt(stage, "ana", 12, {"214": None})
    do(stage, {"by": "bo", "says": "yay", "on": "admission/1"})
    wait(stage, 25)
    assert stage.world.poll("admission/1")["status"] == "open"
    adopt(stage, "bo", 13, {"admission.md": text_of("frontier", "214-joining")})
    wait(stage, 1)
    assert stage.world.records.get("players", "zoe") is not None
