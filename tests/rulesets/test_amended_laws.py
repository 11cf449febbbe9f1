"""The laws with their numbers amended as players could amend them: to parts of one, and to a time that means for ever."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS

FOR_EVER = 10**12
Steps = list[dict[str, Any]]


def at(ruleset: str, rule: str, parameters: dict[str, object], **given: Any) -> Stage:
    rules = {rule: {"parameters": parameters}}
    return Stage({"scene": "three", "given": {**given, "rules": rules}}, TEXTS, ruleset, HOST)


def said(by: str, says: str) -> dict[str, Any]:
    return {"by": by, "says": says}


WAITS: list[tuple[str, str, dict[str, object], Steps]] = [
    ("credo", "migration", {"patience": FOR_EVER}, [said("ana", "/move 5 people to bo")]),
    ("starfarers", "trading", {"good_for": FOR_EVER}, [said("ana", "/offer 1 ore for 1 trade good to bo")]),
    ("starfarers", "piracy", {"price": 1, "booty": 2, "hours_to_answer": FOR_EVER}, [said("ana", "/pirate bo")]),
    (
        "wayfarers",
        "judgment",
        {"time_to_judge": FOR_EVER, "at_once": 3, "longest": 4000},
        [{"by": "bo", "opens": {"issue": 77, "title": "Question", "body": "/judgment May one stand still?"}}],
    ),
]
RECORDS: dict[str, Any] = {
    "starfarers": {
        "players": {"ana": {"ore": 1, "carbon": 1}},
        "ships": {who: {"x": 2, "y": 1} for who in ("ana", "bo")},
    }
}


@pytest.mark.parametrize(("ruleset", "rule", "parameters", "steps"), WAITS)
def test_what_may_wait_for_ever_can_be_begun(
    ruleset: str, rule: str, parameters: dict[str, object], steps: Steps
) -> None:
    stage = at(ruleset, rule, parameters, **RECORDS.get(ruleset, {}))
    for step in steps:
        assert stage.step(step) is None
    assert stage.step({"clock": "2027-01-05T12:00:00Z"}) is None


def test_a_card_leaves_a_choice_for_ever() -> None:
    given = {"players": {"ana": {"current": True}}, "piles": {"deck": {"cards": ["mining-planet"]}}}
    stage = at("starfarers", "cards", {"time": FOR_EVER}, **given)
    assert stage.step(said("ana", "/encounter")) is None
    assert stage.step({"clock": "2026-01-06T12:00:00Z"}) is None
    assert stage.step(said("ana", "/choose carbon")) is None


@pytest.mark.parametrize(
    ("rule", "parameters", "says", "left"),
    [
        ("farms", {"price": 2.5}, "/buy 1 farm", 17),
        ("farms", {"price": 2.5}, "/buy 2 farms", 15),
        ("sawmills", {"price": 0.5}, "/buy 3 sawmills", 18),
        ("descriptions", {"reward": 2.5}, "/describe A village by the sea.", 22),
    ],
)
def test_in_credo_whole_points_are_paid_and_earned(
    rule: str, parameters: dict[str, object], says: str, left: int
) -> None:
    """Who buys one at a time saves nothing by it."""
    stage = at("credo", rule, parameters)
    assert stage.step(said("ana", says)) is None
    assert (stage.world.records.get("players", "ana") or {})["points"] == left
