"""The records that a rule brings are there from when it lists them, and not again once they are gone."""

from __future__ import annotations

from typing import Any

from engine.game.examples.example_stage import Stage
from tests.island import RULESET, rule, with_rules

COVES = rule(
    140,
    "Coves",
    front="""state: {coves: {fish: {type: integer, default: 4}, name: {type: string, default: ""}}}
records: {coves: {north: {name: North}, south: {name: South}}}
commands: [{usage: /empty, run: empty, help: Nobody fishes there any more.}]
""",
    code='def empty(player):\n    remove("coves", "south")\n    put("coves", "north", {"name": "Ours", "fish": 0})\n',
)
FOUR = "records: {coves: {north: {name: Cold}, south: {name: South}, east: {name: East}, west: {fish: 1}}}"
MORE = {"140-coves.md": COVES.replace("records: {coves: {north: {name: North}, south: {name: South}}}", FOUR)}


def amended(*steps: dict[str, Any]) -> dict[str, Any]:
    """The coves after the steps and an amendment that lists two more."""
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, with_rules({"140-coves.md": COVES}), RULESET)
    voting = [{"by": "ana", "says": word, "on": 12} for word in ("/open", "yay", "/resolve")]
    for step in [*steps, {"by": "ana", "opens": {"pull": 12, "title": "More coves", "changes": MORE}}, *voting]:
        assert stage.step(step) is None
    assert "east" in str(stage.world.book.documents["coves"].records)
    return dict(stage.world.records.items("coves"))


def test_an_amendment_brings_the_records_that_the_rule_did_not_list_before() -> None:
    coves = amended()
    assert coves["east"] == {"name": "East", "fish": 4}
    assert coves["west"] == {"name": "", "fish": 1}


def test_it_leaves_those_that_are_there_as_they_are() -> None:
    assert amended()["north"] == {"name": "North", "fish": 4}


def test_what_was_listed_before_and_is_gone_does_not_come_back() -> None:
    coves = amended({"by": "ana", "says": "/empty"})
    assert "south" not in coves
    assert coves["north"] == {"name": "Ours", "fish": 0}
