"""Whoever a rule takes out of the players has a say in rescues for a fortnight."""

from __future__ import annotations

from typing import Any, Final

from engine.game.examples.example_stage import Stage
from tests.game.test_rescue import LAW, asked, clock, played, says
from tests.island import rule

KICK: Final = rule(
    150,
    "Kick",
    front='commands: [{usage: "/kick <who>", arguments: {who: {type: player}}, run: kick}, {usage: /purge, run: purge}]\n',
    code='def kick(player, who):\n    remove("players", who)\n\n\n'
    'def purge(player):\n    set_timer("purge", now() + 60, "all_gone")\n\n\n'
    'def all_gone():\n    for who in keys("players"):\n        remove("players", who)\n',
)
KICKING: Final = LAW | {"rules/island/150-kick.md": KICK}


def of(*steps: dict[str, Any]) -> Stage:
    return played(list(steps), KICKING, roles={"adm": "administrator"})


def test_whoever_was_expelled_objects_for_a_fortnight_and_no_longer() -> None:
    of(says("ana", "/kick bo", 1), clock(18), *asked(), says("bo", "nay"))
    of(says("ana", "/kick bo", 1), clock(20), *asked(), says("bo", "nay", refused="not a player"))


def test_a_pause_takes_nothing_from_that_fortnight() -> None:
    pause = [says("adm", "/pause", 1), clock(25), says("adm", "/resume", 1)]
    of(says("ana", "/kick bo", 1), *pause, *asked(), says("bo", "nay"))
