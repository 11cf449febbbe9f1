"""Credo with numbers that players can adopt and nobody can want: no one player, and no number, stops what the clock does for all."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS

NOBODY_NEEDED = {"hands": 0, "die": 12, "sure": 3}
FREE: dict[str, Any] = {slug: {"parameters": {"price": 0}} for slug in ("farms", "sawmills")}
WORKING: dict[str, Any] = {"farming": {"parameters": {"hands": 0}}, "lumber": {"parameters": NOBODY_NEEDED}}
MONDAY, WEDNESDAY, FIRST = "2026-01-12T15:00:00Z", "2026-01-14T15:00:00Z", "2026-02-01T15:00:00Z"


def begun(*, rules: dict[str, Any]) -> Stage:
    return Stage({"scene": "three", "given": {"rules": rules}}, TEXTS, "credo", HOST)


def village(stage: Stage, player: str) -> dict[str, Any]:
    return stage.world.records.get("villages", player) or {}


def production(die: float, sure: float) -> dict[str, Any]:
    return {"farm-production": {"parameters": {"die": die, "sure": sure}}}


@pytest.mark.parametrize("count", [1_001, 999_999_999])
def test_who_has_all_the_farms_and_sawmills_there_can_be_stops_no_week_of_the_others(count: int) -> None:
    stage = begun(rules=FREE | WORKING)
    for step in ({"by": "ana", "says": f"/buy {count} farms"}, {"by": "ana", "says": f"/buy {count} sawmills"}):
        assert stage.step(step) is None
    before = village(stage, "ana")["hunger"]
    assert -10_000 - 24 * count <= before <= -10_000 - 13 * count
    for moment in (MONDAY, WEDNESDAY):
        assert stage.step({"clock": moment}) is None
    assert 2 * 4 * count <= village(stage, "ana")["lumber"] <= 2 * 15 * count
    assert before - 2 * 24 * count <= village(stage, "ana")["hunger"] - 2 * 50 <= before - 2 * 13 * count
    assert village(stage, "bo")["hunger"] == -10_000 + 2 * 50


@pytest.mark.parametrize(("die", "sure"), [(10**12, 12), (1e300, 12), (12, 10**17), (12, 1e300)])
def test_hunger_comes_where_farms_bring_more_than_can_be_counted(die: float, sure: float) -> None:
    stage = begun(rules=production(die, sure) | WORKING)
    rich = {"hunger": -(10**18) + 10**15, "name": "Ur", "population": {"general": 50}}
    stage.world.records.put("villages", "ana", {**village(stage, "ana"), **rich})
    for step in ({"by": "ana", "says": "/buy 2 farms"}, {"by": "ana", "says": "/status"}, {"clock": WEDNESDAY}):
        assert stage.step(step) is None
    assert village(stage, "ana")["hunger"] < -1_000_000
    assert village(stage, "bo")["hunger"] == -10_000 + 2 * 50


@pytest.mark.parametrize("rate", [41, 1_000, 10**12])
def test_villages_grow_no_further_than_can_be_counted(rate: float) -> None:
    stage = begun(rules={"growth": {"parameters": {"rate": rate}}})
    assert stage.step({"by": "ana", "says": "/status"}) is None
    assert stage.step({"clock": FIRST}) is None
    assert village(stage, "bo")["population"]["general"] == 10**15
    assert stage.step({"clock": "2026-02-04T15:00:00Z"}) is None
    assert village(stage, "bo")["hunger"] > 0
