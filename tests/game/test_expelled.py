"""Whoever a rule takes out of the players has a say in rescues for a fortnight, and longer where nobody plays any more."""

from __future__ import annotations

from typing import Any, Final

from engine.game.examples.example_stage import Stage
from tests.game.test_rescue import LAW, asked, clock, is_free, played, says
from tests.island import rule

KICK: Final = rule(
    150,
    "Kick",
    front='commands: [{usage: "/kick <who>", arguments: {who: {type: player}}, run: kick}, {usage: /purge, run: purge}]\n',
    code='def kick(player, who):\n    remove("players", who)\n\n\n'
    'def purge(player):\n    set_timer("purge", now() + 60, "all_gone")\n\n\n'
    'def all_gone():\n    for who in keys("players"):\n        remove("players", who)\n',
)
BOUNCER: Final = rule(
    151,
    "Bouncer",
    front="commands: [{usage: /knock, run: knock}]\non: {knocked: out}\n",
    code='def knock(player):\n    tell("knocked", player)\n\n\ndef out(who):\n    remove("players", who)\n',
)
KICKING: Final = LAW | {"rules/island/150-kick.md": KICK, "rules/island/151-bouncer.md": BOUNCER}


def of(*steps: dict[str, Any]) -> Stage:
    return played(list(steps), KICKING, roles={"adm": "administrator"})


def test_whoever_was_expelled_objects_for_a_fortnight_and_no_longer() -> None:
    of(says("ana", "/kick bo", 1), clock(18), *asked(), says("bo", "nay"))
    of(says("ana", "/kick bo", 1), clock(20), *asked(), says("bo", "nay", refused="not a player"))


def test_whom_a_rule_takes_out_that_hears_of_their_command_is_expelled_and_who_leaves_by_one_is_not() -> None:
    of(says("bo", "/knock", 1), clock(18), *asked(), says("bo", "nay"))
    of(says("bo", "/kick bo", 1), clock(18), *asked(), says("bo", "nay", refused="not a player"))


def test_a_pause_takes_nothing_from_that_fortnight() -> None:
    pause = [says("adm", "/pause", 1), clock(25), says("adm", "/resume", 1)]
    of(says("ana", "/kick bo", 1), *pause, *asked(), says("bo", "nay"))


def test_where_nobody_is_a_player_any_more_those_who_were_it_last_can_still_rescue_the_game() -> None:
    stage = of(says("ana", "/purge", 1), clock(28), *asked("bo", author="bo"), says("bo", "yay"), clock(30))
    assert stage.world.records.keys("players") == []
    assert not is_free(stage)
    stage.step({"clock": "2026-02-01T12:00:00Z"})
    assert is_free(stage)


def test_whoever_was_expelled_long_before_them_cannot() -> None:
    days = [says("ana", "/kick cy", 1), clock(25), says("ana", "/purge", 1), {"clock": "2026-02-20T12:00:00Z"}]
    of(*days, *[step | ({"refused": "not a player"} if "says" in step else {}) for step in asked("cy", author="cy")])


def test_those_who_became_players_since_are_asked_and_the_expelled_no_longer() -> None:
    joined = [says("ana", "/purge", 1), clock(6), says("zoe", "/join", 1), clock(28)]
    of(*joined, *asked("zoe", author="bo"), says("bo", "nay", refused="not a player"))
