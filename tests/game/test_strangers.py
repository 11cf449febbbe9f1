"""Strangers are accounts as players are: what they asked for is theirs, whatever they or others are called by then."""

from __future__ import annotations

from engine.game.calendar import stamp
from engine.game.examples.example_stage import Stage
from engine.game.world.facts import STRANGERS
from tests.island import RULESET, rule, with_rules

APPLY = """def apply(person):
    set_timer("admit/" + person, now() + hours(24), "admit", person = person)

def admit(person):
    put("players", person, {"active": True})
"""
LAW = with_rules(
    {"130-guests.md": rule(130, "Guests", front="commands: [{usage: /apply, who: anyone, run: apply}]\n", code=APPLY)}
)


def asked() -> Stage:
    stage = Stage({}, LAW, RULESET)
    assert stage.step({"by": "zoe", "says": "/apply"}) is None
    stage.people["zoey"] = stage.people.pop("zoe")
    return stage


def players_after_a_day(stage: Stage) -> dict[str, tuple[str, int]]:
    stage.step({"clock": stamp(stage.now + 24 * 3_600)})
    stage.step({"by": "zoey", "says": "/rest"})
    return {key: (record["login"], record["id"]) for key, record in stage.world.records.items("players")}


def test_an_account_that_asks_under_two_names_becomes_one_player() -> None:
    stage = asked()
    assert stage.step({"by": "zoey", "says": "/apply"}) is None
    assert players_after_a_day(stage) == {"zoe": ("zoey", stage.people["zoey"])}


def test_whoever_takes_over_a_name_does_not_take_over_what_was_asked_under_it() -> None:
    stage = asked()
    assert stage.step({"by": "zoe", "says": "/apply"}) is None
    other = f"zoe-{stage.people['zoe']}"
    assert players_after_a_day(stage) == {"zoe": ("zoey", stage.people["zoey"]), other: ("zoe", stage.people["zoe"])}


LEAVING = rule(
    140,
    "Leaving",
    front="commands: [{usage: /expel <player>, who: anyone, run: expel}]\n",
    code='def expel(player, other):\n    remove("players", other)\n',
)


def test_whoever_takes_over_the_name_of_a_player_who_was_expelled_takes_over_nothing() -> None:
    stage = Stage({}, with_rules({"140-leaving.md": LEAVING}), RULESET)
    steps = [("ana", "/join"), ("bo", "/join"), ("bo", "/build"), ("ana", "/expel bo")]
    assert [stage.step({"by": by, "says": says}) for by, says in steps] == [None] * len(steps)
    first = stage.people["bobby"] = stage.people.pop("bo")
    steps = [("bo", "/join"), ("bobby", "/join")]
    assert [stage.step({"by": by, "says": says}) for by, says in steps] == [None] * len(steps)
    players = {key: (record["login"], record["id"]) for key, record in stage.world.records.items("players")}
    second = stage.people["bo"]
    assert players.pop("ana") and players == {"bo": ("bobby", first), f"bo-{second}": ("bo", second)}


def test_to_take_away_who_is_no_player_keeps_no_name() -> None:
    law = with_rules(
        {
            "141-chasing.md": rule(
                141,
                "Chasing",
                front="commands: [{usage: /chase, who: anyone, run: chase}]\n",
                code='def chase(player):\n    remove("players", "ghost")\n',
            )
        }
    )
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, law, RULESET)
    assert stage.step({"by": "ana", "says": "/chase"}) is None
    assert stage.world.records.keys("players") == ["ana"]
    assert stage.world.records.keys(STRANGERS) == []


def test_of_a_player_without_an_account_no_name_is_kept() -> None:
    stage = Stage({}, with_rules({"140-leaving.md": LEAVING}), RULESET)
    assert [stage.step({"by": by, "says": "/join"}) for by in ("ana", "bo")] == [None, None]
    stage.world.patch("players", "bo", id=None)
    assert stage.step({"by": "ana", "says": "/expel bo"}) is None
    assert stage.world.records.keys(STRANGERS) == []
