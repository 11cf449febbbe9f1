"""By which command, if by any, somebody who is inactive takes part again: what the law has for it is tried, and taken back."""

from __future__ import annotations

from engine.game.consulting import asking
from engine.game.refusal import Refusal
from engine.game.replies import refusals
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.documents.document import Command
from engine.law.joining import returning
from engine.law.running.blame import RuleFault


def of_inactive(world: World, player: str) -> str:
    """What an inactive player is told to do: the commands that bring this one back, or why none does. Empty for others."""
    record = world.records.get("players", player)
    if record is None or record.get("active"):
        return ""
    tried = [(command, _why_not(world, slug, command, player)) for slug, command in returning(world.book)]
    usages = [command.usage_text for command, why in tried if why is None]
    # A command that is also for joining may well say no more than that this player has joined.
    against = [why for command, why in tried if why and "anyone" not in command.who]
    return refusals.how_to_return(usages, against[0] if against else "")


def _why_not(world: World, slug: str, command: Command, player: str) -> str | None:
    """What the law says against this command of this player's, None if it makes them active."""
    try:
        with supposing(world, writer=player, reading=0):
            asking.forbid(world, command.run, player)
            asking.run(world, slug, command.run, player)
            return None if world.player(player).get("active") else ""
    except Refusal as refusal:
        return refusal.reason
    except RuleFault:
        return ""
