"""Credo where a rule takes somebody out of the players: what they began is over, and no rule fails over them."""

from __future__ import annotations

from typing import Any

from engine.game.examples.example_stage import Stage
from tests.rulesets.test_enacted_anew import text_of
from tests.rulesets.texts import HOST, TEXTS

EXPULSION = """---
rule: 352
title: Expulsion
commands:
  - {usage: /expel <player>, arguments: {player: {type: player}}, run: expel}
---
Whoever is expelled is no player any more.

~~~starlark
def expel(player, other):
    remove("players", other)
~~~
"""
PULL = {
    "pull": 12,
    "title": "900 Songs",
    "changes": {"songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"},
}


def begun(**given: Any) -> Stage:
    return Stage({"scene": "three", "given": {**given, "rules": {"352-expulsion.md": EXPULSION}}}, TEXTS, "credo", HOST)


def do(stage: Stage, *steps: tuple[str, str] | tuple[str, str, int | str] | dict[str, Any]) -> None:
    """Nothing is refused, and no rule fails."""
    for step in steps:
        written = (
            step if isinstance(step, dict) else {"by": step[0], "says": step[1], "on": step[2] if len(step) > 2 else 1}
        )
        assert stage.step(written) is None, step


def test_another_judges_what_an_expelled_judge_was_to_decide() -> None:
    stage = begun(players={"di": {"active": True}})
    do(stage, {"by": "ana", "opens": {"issue": 77, "title": "Question", "body": "/judgment May one sing?"}})
    judge = str((stage.world.records.get("judgments", "77") or {})["judge"])
    do(stage, ("ana", f"/expel {judge}"))
    follower = (stage.world.records.get("judgments", "77") or {})["judge"]
    assert follower not in (None, "ana", judge)
    do(stage, {"by": "ana", "opens": {"issue": 78, "title": "Question", "body": "/judgment May one hum?"}})
    assert (stage.world.records.get("judgments", "78") or {})["judge"] == follower


def test_a_ruling_is_overruled_where_only_an_expelled_player_was_missing() -> None:
    stage = begun(players={"di": {"active": True}}, villages={"di": {"name": "Mari", "population": {"general": 50}}})
    do(stage, {"by": "ana", "opens": {"issue": 77, "title": "Question", "body": "/judgment May one sing?"}})
    judge = str((stage.world.records.get("judgments", "77") or {})["judge"])
    missing, *others = (name for name in ("bo", "cy", "di") if name != judge)
    do(stage, (judge, "/judge Yes.", 77), *((name, "/overrule", 77) for name in ("ana", *others)))
    assert (stage.world.records.get("judgments", "77") or {})["judge"] == judge
    do(stage, ("ana", f"/expel {missing}"))
    assert (stage.world.records.get("judgments", "77") or {})["judge"] == others[0]


def test_nobody_is_overruled_by_those_who_are_away() -> None:
    stage = begun()
    do(stage, {"by": "ana", "opens": {"issue": 77, "title": "Question", "body": "/judgment May one sing?"}})
    judge = str((stage.world.records.get("judgments", "77") or {})["judge"])
    other = "cy" if judge == "bo" else "bo"
    do(stage, (judge, "/judge Yes.", 77), ("ana", "/overrule", 77), (judge, f"/motion inactive ana, {other}"))
    do(stage, (judge, "yay", "inactive/1"), {"clock": "2026-01-06T12:00:00Z"})
    assert (stage.world.records.get("judgments", "77") or {})["status"] == "ruled"


def test_the_village_of_who_is_expelled_is_gone_with_its_offers_its_place_and_its_hunger() -> None:
    stage = begun(villages={"bo": {"hunger": 5}})
    do(stage, ("ana", "/offer 3 food for 1 point to bo"), ("ana", "/move 5 people to bo"))
    do(stage, ("ana", "/expel bo"), ("cy", "/status"))
    assert stage.world.records.get("villages", "bo") is None
    assert (stage.world.records.get("offers", "1") or {})["status"] == "retracted"
    assert stage.world.poll("migration/1")["status"] == "withdrawn"
    do(stage, {"clock": "2026-02-03T12:00:00Z"}, ("bo", "/join Larsa"))
    assert (stage.world.records.get("villages", "bo") or {})["name"] == "Larsa"


def test_a_motion_about_who_is_expelled_is_off_and_about_others_goes_on() -> None:
    stage = begun(players={"di": {"active": True}}, villages={"di": {"name": "Mari", "population": {"general": 50}}})
    do(stage, ("ana", "/motion inactive bo"), ("ana", "/motion inactive bo, cy"), ("ana", "/expel bo"))
    assert stage.world.poll("inactive/1")["status"] == "withdrawn"
    do(stage, ("ana", "yay", "inactive/2"), ("di", "yay", "inactive/2"), {"clock": "2026-01-07T12:00:00Z"})
    assert stage.world.poll("inactive/2")["status"] == "adopted"
    assert (stage.world.records.get("players", "cy") or {})["active"] is False


def test_what_an_expelled_player_proposed_is_decided_and_pays_the_others() -> None:
    stage = begun(players={"di": {"active": True}}, villages={"di": {"name": "Mari", "population": {"general": 50}}})
    do(stage, {"by": "bo", "opens": PULL}, ("bo", "/open", 12), ("ana", "/expel bo"))
    do(stage, *((who, "yay", 12) for who in ("ana", "cy", "di")))
    assert stage.world.poll("12")["quorum_at"] is not None


def test_who_is_expelled_and_comes_again_begins_for_the_first_time_no_more_also_under_a_rule_enacted_anew() -> None:
    stage = begun(game={"last_number": 899})
    do(stage, ("zoe", "/join Mari"))
    for pull, changes in ((12, {"344": None}), (13, {"beginnings.md": text_of("credo", "344-first-points")})):
        do(stage, {"by": "ana", "opens": {"pull": pull, "title": f"{pull + 888} Points", "changes": changes}})
        do(stage, ("ana", "/open", pull), *((who, "yay", pull) for who in ("ana", "bo", "cy")))
        do(stage, ("ana", "/resolve", pull), ("ana", "/expel zoe"))
        do(stage, {"clock": f"2026-{pull - 10:02}-01T15:00:00Z"}, ("zoe", "/join Mari"))
    assert points_of(stage, "zoe") == 0
    do(stage, ("yan", "/join Larsa"))
    assert 13 <= points_of(stage, "yan") <= 24


def points_of(stage: Stage, player: str) -> int:
    return int((stage.world.records.get("players", player) or {})["points"])
