"""What waits for a timer of a rule that is repealed meanwhile waits no longer than it must, once there is such a rule again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine.game.calendar import stamp
from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS

THREE: dict[str, Any] = {"ana": {"active": True}, "bo": {"active": True}, "cy": {"active": True}}


def text_of(ruleset: str, rule: str) -> str:
    """A rule's text as a proposal would bring it again: numbered by the engine, without its past and its examples."""
    text = TEXTS[f"rules/{ruleset}/{rule}.md"].partition("```example")[0]
    lines = (
        text.replace(f"rule: {int(rule[:3])}\n", "rule: next\n", 1)
        .replace("history:\n", "", 1)
        .splitlines(keepends=True)
    )
    return "".join(line for line in lines if not line.startswith(("  - enacted:", "  - amended:")))


def wait(stage: Stage, hours: int) -> None:
    stage.step({"clock": stamp(stage.now + hours * 3_600)})


def do(stage: Stage, *steps: dict[str, Any]) -> None:
    for step in steps:
        assert stage.step(step) is None


def adopt(stage: Stage, by: str, pull: int, changes: dict[str, Any], voters: Iterable[str] = THREE) -> None:
    """All three say yay to it, or those who are still there."""
    do(stage, {"by": by, "opens": {"pull": pull, "title": f"Change {pull}", "changes": changes}})
    do(stage, {"by": by, "says": "/open", "on": pull})
    do(stage, *({"by": player, "says": "yay", "on": pull} for player in voters))
    assert stage.world.poll(str(pull))["status"] == "adopted"


HASTE = text_of("frontier", "206-thirty-six-hours")


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


@pytest.mark.parametrize("name", ["admission.md", "joining.md"])
def test_the_day_is_anew_also_where_the_rule_comes_back_before_the_first_was_over(name: str) -> None:
    stage = frontier()
    do(stage, {"by": "zoe", "says": "/join"})
    adopt(stage, "ana", 12, {"214": None})
    wait(stage, 12)
    adopt(stage, "bo", 13, {name: text_of("frontier", "214-joining")})
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


def test_who_moves_and_who_has_not_voted_has_the_time_anew_where_nobody_was_waited_for_meanwhile() -> None:
    """What brings the rule back is voted on since an earlier turn, so that no turn ends or begins with it."""
    stage = frontier()
    adopt(stage, "ana", 12, {"206": None})
    do(stage, {"by": "bo", "opens": {"pull": 13, "title": "Haste", "changes": {"haste.md": HASTE}}})
    do(stage, {"by": "bo", "says": "/open", "on": 13}, {"by": "bo", "says": "/forfeit for good"})
    assert stage.world.game["turn"]["player"] == "cy"
    do(stage, *({"by": player, "says": "yay", "on": 13} for player in ("ana", "cy")))
    wait(stage, 35)
    assert stage.world.game["turn"]["player"] == "cy"
    wait(stage, 1)
    assert stage.world.game["turn"]["player"] == "ana"


def test_a_vote_that_began_while_nobody_was_waited_for_waits_no_longer_than_36_hours_for_who_is_silent() -> None:
    stage = frontier()
    adopt(stage, "ana", 12, {"206": None})
    do(stage, {"by": "bo", "opens": {"pull": 13, "title": "Haste", "changes": {"haste.md": HASTE}}})
    do(stage, {"by": "bo", "says": "/open", "on": 13}, {"by": "bo", "says": "/forfeit for good"})
    do(stage, {"by": "cy", "opens": {"pull": 14, "title": "No bots", "changes": {"309": None}}})
    do(stage, {"by": "cy", "says": "/open", "on": 14}, {"by": "cy", "says": "yay", "on": 14})
    do(stage, *({"by": player, "says": "yay", "on": 13} for player in ("ana", "cy")))
    wait(stage, 36)
    assert stage.world.poll("14")["status"] == "adopted"
    assert not stage.world.records.get("players", "ana")["active"]


def test_whoever_moves_has_the_time_anew_where_the_rule_comes_back_while_that_of_an_earlier_turn_stands_there() -> None:
    stage = frontier()
    adopt(stage, "ana", 11, {"309": None})
    adopt(stage, "bo", 12, {"206": None})
    do(stage, {"by": "cy", "opens": {"pull": 13, "title": "Hours", "changes": {"thirty-six-hours.md": HASTE}}})
    do(stage, {"by": "cy", "says": "/open", "on": 13}, {"by": "cy", "says": "/forfeit for good"})
    do(stage, *({"by": player, "says": "yay", "on": 13} for player in ("ana", "bo")))
    assert stage.world.game["turn"]["player"] == "ana"
    wait(stage, 36)
    assert stage.world.game["turn"]["player"] == "bo"
    assert not stage.world.records.get("players", "ana")["active"]


def wayfarers() -> Stage:
    game = {"round": 1, "turn": 1, "phase": "rule-change", "current": "ana"}
    return Stage({"given": {"players": THREE, "game": game}}, TEXTS, "wayfarers", HOST)


@pytest.mark.parametrize("name", ["questions.md", "judgment.md"])
def test_a_judge_has_the_time_anew_who_was_asked_before_judgment_was_repealed(name: str) -> None:
    stage = wayfarers()
    do(stage, {"by": "bo", "opens": {"issue": 77, "title": "Question", "body": "/judgment May one stand still?"}})
    adopt(stage, "ana", 12, {"113": None})
    do(stage, {"by": "bo", "says": "/roll"})
    do(stage, {"by": "bo", "says": f"/move {'E' * stage.world.records.get('game', 'game')['roll']}"})
    wait(stage, 30)
    adopt(stage, "bo", 13, {name: text_of("wayfarers", "113-judgment")})
    do(stage, {"by": "cy", "says": "/roll"})
    wait(stage, 35)
    assert judges(stage, "77") == ["cy"]
    wait(stage, 1)
    assert judges(stage, "77") == ["cy", "bo"]


def judges(stage: Stage, key: str) -> Any:
    question = stage.world.records.get("judgments", key)
    assert question is not None
    return question["judges"]


def assembly() -> Stage:
    turn = {"player": "ana", "number": 1, "round": 1}
    players = {name: {**record, "gold": 99, "party": "reds"} for name, record in THREE.items()}
    reds = {"name": "The Reds", "members": list(THREE), "established": True, "treasury": 0}
    game = {"last_number": 400, "turn": turn, "turn_order": list(THREE)}
    return Stage({"given": {"players": players, "game": game, "parties": {"reds": reds}}}, TEXTS, "assembly", HOST)


def test_a_party_that_was_too_small_before_parties_were_repealed_is_dissolved_once_there_are_parties_again() -> None:
    stage = assembly()
    do(stage, {"by": "cy", "says": "/party leave"})
    adopt(stage, "ana", 12, {"316": None})
    wait(stage, 25)
    adopt(stage, "bo", 13, {"factions.md": text_of("assembly", "316-parties")})
    wait(stage, 23)
    assert stage.world.records.get("parties", "reds") is not None
    wait(stage, 1)
    assert stage.world.records.get("parties", "reds") is None


def test_whoever_left_for_good_while_parties_were_repealed_is_in_none_once_there_are_parties_again() -> None:
    stage = assembly()
    adopt(stage, "ana", 12, {"316": None})
    do(stage, {"by": "cy", "says": "/forfeit for good"})
    adopt(stage, "bo", 13, {"factions.md": text_of("assembly", "316-parties")}, voters=["ana", "bo"])
    reds = stage.world.records.get("parties", "reds")
    assert reds is not None
    assert reds["members"] == ["ana", "bo"]
    wait(stage, 24)
    assert stage.world.records.get("parties", "reds") is None


def test_whoever_left_for_good_while_claims_were_repealed_takes_no_place_from_others() -> None:
    stage = frontier()
    for player, record in {"bo": {"stayed": {"place": "City", "turns": 3}}, "cy": {"claim": "City"}}.items():
        stage.world.records.put("players", player, {**(stage.world.records.get("players", player) or {}), **record})
    adopt(stage, "ana", 12, {"308": None})
    do(stage, {"by": "cy", "says": "/forfeit for good"})
    anew = text_of("frontier", "308-claims").replace("per_place: 5", "per_place: 1")
    adopt(stage, "bo", 13, {"land.md": anew}, voters=["ana", "bo"])
    do(stage, {"by": "bo", "says": "/claim"})


SONGS = {"songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"}


def with_a_timelock() -> Stage:
    """Of the shelf what a timelock needs. Another timelock is adopted, a day later songs, and a day passes."""
    names = ("101-beginning", "102-proposals", "212-timelock")
    stage = Stage(
        {"given": {"players": THREE}},
        {f"rules/shelf/{n}.md": TEXTS[f"rules/shelf/{n}.md"] for n in names},
        "shelf",
        HOST,
    )
    another = {"212": None, "another-day.md": text_of("shelf", "212-timelock")}
    for pull, changes in ((12, another), (13, SONGS)):
        do(stage, {"by": "ana", "opens": {"pull": pull, "title": f"Change {pull}", "changes": changes}})
        do(stage, {"by": "ana", "says": "/open", "on": pull})
        do(stage, *({"by": player, "says": "yay", "on": pull} for player in THREE))
        do(stage, {"by": "ana", "says": "/resolve", "on": pull})
        wait(stage, 24)
    return stage


def test_what_waits_goes_on_to_wait_as_long_where_another_timelock_takes_the_place_of_the_first() -> None:
    stage = with_a_timelock()
    wait(stage, 25)
    assert "another-day" in stage.world.book.documents
    assert stage.world.poll("13").get("landed") is None
    wait(stage, 22)
    assert stage.world.poll("13").get("landed") is None
    wait(stage, 1)
    assert stage.world.poll("13").get("landed") is True


def test_what_waits_for_a_timelock_that_is_repealed_is_stranded() -> None:
    stage = with_a_timelock()
    do(stage, {"by": "bo", "says": "/veto 12"}, {"by": "cy", "says": "/veto 12"})
    do(stage, {"by": "ana", "opens": {"pull": 14, "title": "No more", "changes": {"212": None}}})
    do(stage, {"by": "ana", "says": "/open", "on": 14})
    do(
        stage,
        *({"by": player, "says": "yay", "on": 14} for player in THREE),
        {"by": "ana", "says": "/resolve", "on": 14},
    )
    do(stage, {"by": "ana", "opens": {"pull": 15, "title": "Late", "changes": {"late.md": SONGS["songs.md"]}}})
    do(stage, {"by": "ana", "says": "/open", "on": 15})
    do(
        stage,
        *({"by": player, "says": "yay", "on": 15} for player in THREE),
        {"by": "ana", "says": "/resolve", "on": 15},
    )
    wait(stage, 73)
    assert [stage.world.poll(str(pull))["landed"] for pull in (13, 14, 15)] == [True, True, False]


def repealed_and_enacted_anew(rule: str, between: int, *steps: dict[str, Any]) -> Stage:
    """Of the shelf one mechanic, which is repealed after these steps, and so many hours later enacted under another name."""
    path = f"rules/shelf/{rule}.md"
    names = ("rules/shelf/101-beginning.md", "rules/shelf/102-proposals.md", path)
    law = {name: text for name, text in TEXTS.items() if name in names or name.startswith("rules/library/")}
    players = {player: {**record, "points": 20} for player, record in THREE.items()}
    stage = Stage({"given": {"players": players}}, law, "shelf", HOST)
    do(stage, *steps)
    for pull, changes in ((12, {rule[:3]: None}), (13, {"anew.md": text_of("shelf", rule)})):
        do(stage, {"by": "ana", "opens": {"pull": pull, "title": f"Change {pull}", "changes": changes}})
        do(stage, {"by": "ana", "says": "/open", "on": pull})
        do(stage, *({"by": player, "says": "yay", "on": pull} for player in THREE))
        do(stage, {"by": "ana", "says": "/resolve", "on": pull})
        wait(stage, between)
    return stage


def test_a_debt_is_collected_of_which_the_time_was_over_while_nobody_lent() -> None:
    stage = repealed_and_enacted_anew(
        "202-loan", 400, {"by": "ana", "says": "/lend 10 to bo"}, {"by": "bo", "says": "/borrow 1"}
    )
    assert stage.world.records.get("loans", "1") is None
    assert [stage.world.records.get("players", p)["points"] for p in ("ana", "bo")] == [21, 19]


def test_whoever_dug_while_digging_was_repealed_finds_something_in_the_end() -> None:
    stage = repealed_and_enacted_anew("205-timer", 9, {"by": "cy", "says": "/dig"})
    do(stage, {"by": "cy", "says": "/dig"})
    assert stage.world.records.get("players", "cy")["points"] > 20


def test_an_auction_ends_that_was_under_way_while_there_were_none() -> None:
    seal = "e205d8ba6e9351df1c904b69ad488895a663df213eaeed19824f021620306bed"
    stage = repealed_and_enacted_anew(
        "209-auction", 1, {"by": "ana", "says": "/auction a lamp"}, {"by": "bo", "says": f"/bid {seal} in 1"}
    )
    wait(stage, 47)
    do(stage, {"by": "bo", "says": "/show 7 owl in 1"})
    wait(stage, 24)
    assert [stage.world.records.get("players", p)["points"] for p in ("ana", "bo")] == [27, 13]


BELL = """---
rule: 103
title: The bell
commands: [{usage: /ring, run: ring}]
adjusts: {takes_effect: at_the_bell}
---
What is adopted takes effect with the bell, and nobody takes it back.

```starlark
def at_the_bell(occasion, poll):
    return "the_bell"

def ring(player):
    tell("the_bell")
```
"""


def test_two_who_object_stop_nothing_that_a_rule_of_a_lower_number_has_wait() -> None:
    names = ("101-beginning", "102-proposals", "212-timelock")
    law = {f"rules/shelf/{n}.md": TEXTS[f"rules/shelf/{n}.md"] for n in names}
    stage = Stage({"given": {"players": THREE}}, law | {"rules/shelf/103-bell.md": BELL}, "shelf", HOST)
    do(stage, {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": SONGS}})
    do(stage, {"by": "ana", "says": "/open", "on": 12})
    do(stage, *({"by": player, "says": "yay", "on": 12} for player in THREE))
    do(stage, {"by": "ana", "says": "/resolve", "on": 12})
    do(stage, {"by": "bo", "says": "/veto 12", "refused": "Nothing adopted waits"})
    do(stage, {"by": "cy", "says": "/veto 12", "refused": "Nothing adopted waits"}, {"by": "ana", "says": "/ring"})
    assert stage.world.poll("12").get("landed") is True


def starfarers() -> Stage:
    """On a Friday."""
    ana = {"active": True, "vouchers": 5}
    return Stage({"given": {"players": {"ana": ana}}, "now": "2026-01-09T12:00:00Z"}, TEXTS, "starfarers", HOST)


def adopt_in_starfarers(stage: Stage, pull: int, changes: dict[str, Any]) -> None:
    """Two days later."""
    do(stage, {"by": "ana", "opens": {"pull": pull, "title": f"Change {pull}", "changes": changes}})
    do(stage, {"by": "ana", "says": "/open", "on": pull})
    wait(stage, 24)
    do(stage, {"by": "ana", "says": "yay", "on": pull})
    wait(stage, 24)
    assert stage.world.poll(str(pull))["status"] == "adopted"


def anew_in_starfarers(rule: str) -> str:
    return text_of("starfarers", rule).replace(f"rule: {int(rule[:3])}\n", "rule: next\n")


def test_a_map_that_is_enacted_anew_has_the_features_that_its_head_names() -> None:
    """Its places outlive it, and with them what was there under the rule before."""
    stage, chart = starfarers(), anew_in_starfarers("009-the-map")
    adopt_in_starfarers(stage, 12, {"9": None})
    adopt_in_starfarers(stage, 13, {"sky.md": chart.replace('"1,1": Space Station', '"2,1": Space Station')})
    features = {place: stage.world.records.get("spaces", place)["feature"] for place in ("1,1", "2,1", "3,3")}
    assert features == {"1,1": None, "2,1": "Space Station", "3,3": None}


def test_nobody_keeps_more_vouchers_than_there_may_be_under_the_rule_that_is_enacted_anew() -> None:
    stage = starfarers()
    adopt_in_starfarers(stage, 12, {"903": None})
    adopt_in_starfarers(stage, 13, {"tickets.md": anew_in_starfarers("903-vouchers").replace("most: 5", "most: 1")})
    assert (stage.world.records.get("players", "ana") or {})["vouchers"] == 1


def test_whoever_has_no_village_is_inactive_as_the_rule_on_nomads_comes_back_under_another_name() -> None:
    law = {path: text for path, text in TEXTS.items() if path != "rules/credo/351-no-nomads.md"}
    villages = {name: {"name": name, "population": {"general": 50}} for name in ("ana", "bo")}
    stage = Stage({"given": {"players": THREE, "villages": villages, "game": {"last_number": 899}}}, law, "credo", HOST)
    settled = {"settled.md": text_of("credo", "351-no-nomads")}
    do(stage, {"by": "ana", "opens": {"pull": 12, "title": "900 Settled", "changes": settled}})
    do(stage, {"by": "ana", "says": "/open", "on": 12})
    do(
        stage,
        *({"by": player, "says": "yay", "on": 12} for player in THREE),
        {"by": "ana", "says": "/resolve", "on": 12},
    )
    assert [stage.world.records.get("players", player)["active"] for player in THREE] == [True, True, False]


def credo() -> Stage:
    given = {
        "game": {"last_number": 899},
        "players": {name: {"points": 20, "joined_at": at} for at, name in enumerate(THREE)},
        "villages": {"ana": {"farms": 2}},
    }
    return Stage({"scene": "three", "given": given}, TEXTS, "credo", HOST)


def adopt_in_credo(stage: Stage, by: str, pull: int, changes: dict[str, Any], voters: tuple[str, ...]) -> None:
    number = 899 + pull - 11
    do(stage, {"by": by, "opens": {"pull": pull, "title": f"{number} Change", "changes": changes}})
    do(stage, {"by": by, "says": "/open", "on": pull}, *({"by": p, "says": "yay", "on": pull} for p in voters))
    do(stage, {"by": by, "says": "/resolve", "on": pull})
    assert stage.world.poll(str(pull))["status"] == "adopted"


def test_a_motion_is_off_where_nobody_saw_what_those_named_did_since_the_rule_on_motions_was_away() -> None:
    stage = credo()
    do(stage, {"by": "ana", "says": "/motion inactive cy"})
    do(stage, *({"by": by, "says": "yay", "on": "inactive/1"} for by in ("ana", "bo")))
    adopt_in_credo(stage, "ana", 12, {"110": None}, ("ana", "bo"))
    do(stage, {"by": "cy", "says": "/give 1 points to ana"})
    adopt_in_credo(stage, "bo", 13, {"idle.md": text_of("credo", "110-inactivity")}, ("ana", "bo"))
    assert stage.world.poll("inactive/1")["status"] == "withdrawn"
    wait(stage, 48)
    assert stage.world.records.get("players", "cy")["active"]


def test_a_motion_stays_where_another_rule_is_enacted() -> None:
    stage = credo()
    do(stage, {"by": "ana", "says": "/motion inactive cy"})
    adopt_in_credo(
        stage, "ana", 12, {"songs.md": "---\nrule: next\ntitle: S\nby_hand: true\n---\nSing.\n"}, ("ana", "bo")
    )
    assert stage.world.poll("inactive/1")["status"] == "open"


def test_no_offer_comes_back_to_a_village_that_went_while_the_rule_on_offers_was_away() -> None:
    stage = credo()
    do(stage, {"by": "ana", "says": "/offer 5 food and 2 farms for 1 points to bo"})
    adopt_in_credo(stage, "ana", 12, {"340": None}, ("ana", "bo"))
    adopt_in_credo(stage, "bo", 13, {"surplus.md": text_of("credo", "340-surplus")}, ("ana", "bo"))
    assert stage.step({"by": "bo", "says": "/accept 1", "refused": "it was retracted"}) is None


def test_a_judge_who_left_while_the_rule_on_judges_was_away_is_followed() -> None:
    stage = credo()
    do(stage, {"by": "ana", "opens": {"issue": 77, "title": "Question", "body": "/judgment May one stand still?"}})
    assert judges(stage, "77") == ["cy"]
    adopt_in_credo(stage, "ana", 12, {"212": None}, ("ana", "bo"))
    do(stage, {"by": "cy", "says": "/forfeit for good"})
    adopt_in_credo(stage, "ana", 13, {"bench.md": text_of("credo", "212-judges")}, ("ana", "bo"))
    assert judges(stage, "77") == ["cy", "bo"]


def test_every_village_has_a_place_and_none_that_is_gone_where_there_was_no_planet_meanwhile() -> None:
    stage = credo()
    places = {"ana": (0, 0), "bo": (0, 1), "cy": (1, 1)}
    for player, (x, y) in places.items():
        stage.world.records.put("map", player, {"x": x, "y": y})
    adopt_in_credo(stage, "ana", 12, {"333": None}, ("ana", "bo"))
    do(stage, {"by": "cy", "says": "/forfeit for good"}, {"by": "di", "says": "/join Mari"})
    adopt_in_credo(stage, "ana", 13, {"globe.md": text_of("credo", "333-planet")}, ("ana", "bo", "di"))
    assert {key: (at["x"], at["y"]) for key, at in stage.world.records.items("map")} == {
        "ana": (0, 0),
        "bo": (0, 1),
        "di": (1, 1),
    }
