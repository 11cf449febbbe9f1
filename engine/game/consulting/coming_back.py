"""By which command, if by any, somebody who is inactive takes part again: what the law has for it is tried, and taken back."""

from engine.game.consulting import asking
from engine.game.refusal import Refusal
from engine.game.replies import refusals
from engine.game.world.facts import kinds_of_person
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.documents.document import Command
from engine.law.joining import returning
from engine.law.running.blame import RuleFault


def must_be_theirs(world: World, command: Command, player: str) -> None:
    """Raises Refusal for a command that is not for this person; who is inactive is told what to do about it."""
    if kinds_of_person(world, player).isdisjoint(command.who):
        raise refusals.not_among(world, command.usage_text, command.who, player, of_inactive(world, player))


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
            asking.carry_out(world, slug, command.run, player, above=world.book.is_above(slug))
            return None if world.player(player).get("active") else ""
    except Refusal as refusal:
        return refusal.reason
    except RuleFault:
        return ""
