"""Whoever does something is there, whatever comes of it: rules can hear of every trace of a player that the referee sees."""

from engine.game.consulting import asking
from engine.game.world.facts import key_here, key_of_person, poll_facts, thread_facts
from engine.game.world.transaction import LISTS
from engine.game.world.world import World


def seen(world: World) -> bool:
    """Tells `seen` of the player behind the happening. True if anything followed, be it no more than a word; a rule that fails over it
    stops nothing.

    What is only read `again` was seen when it was done.
    """
    if world.moment.happening.get("again"):
        return False
    player = _player(world)
    if not player or not world.book.hearing("seen") or world.game.get("over"):
        return False
    began, before = world.records.begin(), _done(world)
    asking.tell_safely(world, "seen", player)
    return _done(world) != before or bool(world.records.changed_since(began))


def _done(world: World) -> list[int]:
    """How much has been said and done so far beside what is written into records."""
    return list(map(len, LISTS(world.moment)))


def _player(world: World) -> str:
    """The player's key, empty for anybody else. Where nobody tells who pushed, or deleted, it was the author, as far as is known."""
    happening = world.moment.happening
    actor = happening.get("actor")
    if actor:
        person = key_of_person(world, actor)
    elif happening["kind"] == "head":
        person = thread_facts(world, world.moment.thread)["author"]
    elif happening["kind"] == "deleted":
        person = _voter(world, happening["comment"])
    else:
        return ""
    return person if world.records.get("players", person) is not None else ""


def _voter(world: World, comment: int) -> str:
    ballots = poll_facts(world, key_here(world)).get("ballots", [])
    return next((str(ballot["voter"]) for ballot in ballots if ballot["comment"] == comment), "")
