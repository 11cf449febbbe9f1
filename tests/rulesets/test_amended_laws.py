"""The laws with their numbers amended as players could amend them: to parts of one, and to a time that means for ever."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS

FOR_EVER = 10**12
Steps = list[dict[str, Any]]


def at(ruleset: str, rule: str, parameters: dict[str, object], **given: Any) -> Stage:
    rules, roles = {rule: {"parameters": parameters}}, {"adm": "administrator"}
    return Stage({"scene": "three", "roles": roles, "given": {**given, "rules": rules}}, TEXTS, ruleset, HOST)


def said(by: str, says: str) -> dict[str, Any]:
    return {"by": by, "says": says}


WAITS: list[tuple[str, str, dict[str, object], Steps]] = [
    ("credo", "migration", {"patience": FOR_EVER}, [said("ana", "/move 5 people to bo")]),
    ("credo", "inactivity", {"working_hours": FOR_EVER}, [said("ana", "/motion inactive bo"), said("ana", "/status")]),
    ("credo", "inactivity", {"working_hours": -FOR_EVER}, [said("ana", "/motion inactive bo")]),
    ("frontier", "joining", {"patience": -FOR_EVER}, [said("zoe", "/join"), said("ana", "/object to zoe")]),
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


def test_no_moment_is_told_that_was_over_before_it_began() -> None:
    """Where an amendment leaves less than no hours."""
    stage = at("frontier", "thirty-six-hours", {"patience": -FOR_EVER})
    pull = {"pull": 12, "title": "Fewer", "changes": {"claims": {"parameters": {"per_place": 4}}}}
    for step in ({"by": "ana", "opens": pull}, {"by": "ana", "says": "/open", "on": 12}):
        assert stage.step(step) is None
    assert "Everyone votes until Mon 2026-01-05 12:00" in stage.said[-1]


def test_half_hours_are_told_as_half_hours() -> None:
    stage = at("frontier", "joining", {"patience": 0.5})
    assert stage.step(said("zoe", "/join")) is None
    assert stage.said[-1].endswith("within 0.5 hours.")
    assert "within 0.5 hours, or 1 if" in str(stage.step(said("zoe", "/join")))
    stage = at("frontier", "trade", {"rest": 2.5})
    assert stage.step(said("ana", "/go Marsh")) is None
    stage.step(said("ana", "/inactive"))
    for who in ("bo", "cy"):
        stage.step(said(who, "/inactive"))
        stage.step(said(who, "/active"))
    stage.step(said("ana", "/active"))
    assert "once every 2.5 turns of yours" in str(stage.step(said("ana", "/go City")))


def test_one_and_a_half_times_are_no_more_than_once() -> None:
    stage = at("frontier", "resubmission", {"resubmissions": 1.5})
    title = iter(("One", "Two", "Three"))
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Claims", "changes": {"claims": {"title": "None"}}}})
    for _ in range(2):
        assert stage.step({"by": "ana", "says": "/open", "on": 12}) is None
        stage.step({"by": "ana", "pushes": 12, "changes": {"claims": {"title": next(title)}}})
    assert stage.world.game["turn"]["player"] == "bo"


def test_a_working_day_that_lasts_for_ever_is_left_as_it_is_by_a_pause() -> None:
    """What working time a motion has left is reckoned anew then, and weeks without end are not gone through by the hour."""
    stage = at("credo", "inactivity", {"working_hours": FOR_EVER})
    assert stage.step(said("ana", "/motion inactive bo")) is None
    due = stage.world.poll("inactive/1")["data"]["due"]
    for step in (said("adm", "/pause"), {"clock": "2026-01-12T12:00:00Z"}, said("adm", "/resume")):
        assert stage.step(step) is None
    assert (stage.world.records.get("timers", "inactive/1") or {})["at"] == due + 7 * 86_400


def test_a_card_leaves_a_choice_for_ever() -> None:
    given = {"players": {"ana": {"current": True}}, "piles": {"deck": {"cards": ["mining-planet"]}}}
    stage = at("starfarers", "cards", {"time": FOR_EVER}, **given)
    assert stage.step(said("ana", "/encounter")) is None
    assert stage.step({"clock": "2026-01-06T12:00:00Z"}) is None
    assert stage.step(said("ana", "/choose carbon")) is None


@pytest.mark.parametrize("number", [-1, 0.5, None])
def test_whoever_comes_gets_a_ship_also_of_a_class_with_less_than_nothing_or_a_part_of_one(
    number: float | None,
) -> None:
    statistics = dict.fromkeys(("durability", "speed", "power"), number)
    stage = at("starfarers", "ships", {"classes": {"Model-One": statistics, "Junker": statistics}})
    assert stage.step(said("zoe", "/join")) is None
    ship = stage.world.records.get("ships", "zoe") or {}
    assert (ship["class"], ship["durability"], ship["speed"], ship["power"]) == ("Model-One", 0, 0, 0)


SHIP = {"ships": {"ana": {"x": 1, "y": 1}}}
AFIELD = {"ships": {who: {"x": 2, "y": 1} for who in ("ana", "bo")}}
HALVES: list[tuple[str, str, dict[str, object], dict[str, Any], Steps, dict[str, Any]]] = [
    ("starfarers", "the-map", {"features": {"1,1": "Space Station"}, "fuel": 1.5}, SHIP, [said("ana", "Refueling my ship")], {"fuel": 1}),
    (
        "starfarers",
        "upgrades",
        {"upgrades": {"Flag": {"costs": {"ore": 0.5}, "room": 0.5}}, "winning": "Flag"},
        {"players": {"ana": {"ore": 2}}, **SHIP},
        [said("ana", "/buy flag"), said("ana", "Refueling my ship")],
        {"ore": 1, "fuel": 1},
    ),
    (
        "starfarers",
        "piracy",
        {"price": 0.5, "booty": 1.5, "hours_to_answer": 24},
        {"players": {"ana": {"carbon": 1}, "bo": {"ore": 1, "food": 1}}, **AFIELD},
        [said("ana", "/pirate bo"), said("bo", "/surrender ore")],
        {"carbon": 0, "ore": 1},
    ),
    (
        "starfarers",
        "piracy",
        {"price": 0.5, "booty": 1.5, "hours_to_answer": 24},
        {"players": {"ana": {"carbon": 1}, "bo": {"ore": 2}}, **AFIELD},
        [said("ana", "/pirate bo"), {"clock": "2026-01-06T13:00:00Z"}],
        {"carbon": 0, "ore": 1},
    ),
    (
        "starfarers",
        "resources",
        {"room": 1.5, "for_a_proposal": 0.5},
        {"players": {"ana": {"fuel": 1}}, **SHIP},
        [said("ana", "Refueling my ship")],
        {"fuel": 1},
    ),
    (
        "starfarers",
        "vouchers",
        {"each_week": 1.5, "most": 2.5},
        {"players": {"ana": {"vouchers": 1}}},
        [{"clock": "2026-01-09T12:00:00Z"}],
        {"vouchers": 2},
    ),
    (
        "frontier",
        "professions",
        {"recipes": {"Axe": {"Blacksmith": {"iron": 1.5, "timber": None}}}, "tools": {}},
        {"players": {"ana": {"iron": 3, "profession": "Blacksmith"}}},
        [said("ana", "/craft Axe")],
        {"iron": 1, "items": {"Axe": 1}},
    ),
    (
        "frontier",
        "claims",
        {"stay": 3, "per_place": 5, "rooted": 4, "most_upgrades": 8, "step": {"iron": 1.5, "timber": None, "wheat": None}},
        {"players": {"ana": {"iron": 3, "claim": "City"}}},
        [said("ana", "/upgrade claim")],
        {"iron": 1, "claim_upgrades": 1},
    ),
    (
        "frontier",
        "claims",
        {"stay": 3, "per_place": 5, "rooted": 4, "most_upgrades": 60, "step": {"iron": 1.1, "timber": None, "wheat": None}},
        {"players": {"ana": {"iron": 55, "claim": "City", "claim_upgrades": 49}}},
        [said("ana", "/upgrade claim")],
        {"iron": 0, "claim_upgrades": 50},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "rule", "parameters", "given", "steps", "left"), HALVES)
def test_what_costs_parts_of_one_costs_one_and_what_would_be_parts_of_one_is_none(
    ruleset: str, rule: str, parameters: dict[str, object], given: dict[str, Any], steps: Steps, left: dict[str, Any]
) -> None:
    stage = at(ruleset, rule, parameters, **given)
    for step in steps:
        assert stage.step(step) is None
    record = stage.world.records.get("players", "ana") or {}
    assert {name: record[name] for name in left} == left


@pytest.mark.parametrize(
    ("rule", "parameters", "says", "left"),
    [
        ("farms", {"price": 2.5}, "/buy 1 farm", 17),
        ("farms", {"price": 2.5}, "/buy 2 farms", 15),
        ("farms", {"price": 1.4}, "/buy 5 farms", 13),
        ("farms", {"price": 0.28}, "/buy 50 farms", 6),
        ("farms", {"price": 0.0000001}, "/buy 50 farms", 19),
        ("sawmills", {"price": 0.5}, "/buy 3 sawmills", 18),
        ("sawmills", {"price": 0.14}, "/buy 50 sawmills", 13),
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


def test_in_credo_hands_in_parts_of_one_are_reckoned_as_they_are_written() -> None:
    """Of 55 people at 1.1 a farm 50 farms work, and of 55 points one buys 50 at 1.1 each."""
    stage = at(
        "credo",
        "farming",
        {"hands": 1.1},
        players={"ana": {"points": 55}},
        villages={"ana": {"population": {"general": 1, "farming": 55}}},
    )
    price = {"farms": {"parameters": {"price": 1.1}}}
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 Farms", "changes": price}})
    do = [("/open", "ana"), ("yay", "ana"), ("yay", "bo"), ("/resolve", "ana")]
    assert [stage.step({"by": by, "says": says, "on": 12}) for says, by in do] == [None] * 4
    points = (stage.world.records.get("players", "ana") or {})["points"]
    assert stage.step(said("ana", f"/give {points - 55} points to bo")) is None
    assert stage.step(said("ana", "/help buy")) is None
    assert "`/buy 50 farms`" in stage.said[-1]
    assert stage.step(said("ana", "/buy 50 farms")) is None
    assert "50 farms begin to work" in stage.said[-1]


def adopted(stage: Stage, by: str, changes: dict[str, Any], pull: int = 12) -> None:
    stage.step({"by": by, "opens": {"pull": pull, "title": "Other hours", "changes": changes}})
    for who, says in ((by, "/open"), ("ana", "yay"), ("bo", "yay"), ("cy", "yay")):
        assert stage.step({"by": who, "says": says, "on": pull}) is None


@pytest.mark.parametrize("hours", [4, 48])
def test_who_waits_to_join_has_the_other_hours_that_an_amendment_gives_from_then_on_and_no_other_time_is_told(
    hours: int,
) -> None:
    stage = at("frontier", "joining", {"patience": 24})
    assert stage.step(said("zoe", "/join")) is None
    assert stage.step({"clock": "2026-01-05T14:00:00Z"}) is None
    adopted(stage, "ana", {"joining": {"parameters": {"patience": hours}}})
    comes = {4: "Mon 2026-01-05 18:00", 48: "Wed 2026-01-07 14:00"}[hours]
    assert stage.step(said("ana", "/status")) is None
    assert f"zoe wishes to join, and does on {comes}" in stage.said[-1]
    assert stage.step({"clock": comes[4:].replace(" ", "T") + ":00Z"}) is None
    assert stage.world.records.get("players", "zoe") is not None


def test_nobody_joins_by_the_hours_of_a_law_that_is_no_more() -> None:
    stage = at("frontier", "joining", {"patience": 24})
    assert stage.step(said("zoe", "/join")) is None
    adopted(stage, "ana", {"joining": {"parameters": {"patience": 48}}})
    assert stage.step({"clock": "2026-01-07T11:59:00Z"}) is None
    assert stage.world.records.get("players", "zoe") is None


@pytest.mark.parametrize("hours", [4, 48])
def test_a_party_that_is_short_has_the_other_hours_that_an_amendment_gives_from_then_on(hours: int) -> None:
    players = {who: {"gold": 100, "party": "reds"} for who in ("ana", "bo", "cy")}
    reds = {"name": "Reds", "members": ["ana", "bo", "cy"], "founder": "ana", "established": True}
    numbers = {"size": 3, "longest_name": 40, "leaving": 30, "swapping": 100, "tax": 1, "patience": 24, "time": 36}
    stage = at("assembly", "parties", numbers, players=players, parties={"reds": reds})
    for step in (said("cy", "/party leave"), {"clock": "2026-01-05T14:00:00Z"}):
        assert stage.step(step) is None
    adopted(stage, "ana", {"parties": {"parameters": numbers | {"patience": hours}}})
    goes = {4: "Mon 2026-01-05 18:00", 48: "Wed 2026-01-07 14:00"}[hours]
    assert stage.step(said("ana", "/status")) is None
    assert f"dissolved at {goes}" in stage.said[-1]
    last = {4: "2026-01-05T17:59:00Z", 48: "2026-01-07T13:59:00Z"}[hours]
    assert stage.step({"clock": last}) is None
    assert stage.world.records.get("parties", "reds") is not None
    assert stage.step({"clock": goes[4:].replace(" ", "T") + ":00Z"}) is None
    assert stage.world.records.get("parties", "reds") is None
