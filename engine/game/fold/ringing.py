"""What the clock brings about: a rule's own time has come, or a timer it has set. No rule of a lower class refuses it."""

from engine.game.consulting import asking, owing, pacing
from engine.game.entries import Outcome
from engine.game.happening import DONE, IGNORED
from engine.game.proposals import later, polls
from engine.game.replies import refusals
from engine.game.world.world import World


def period(world: World) -> Outcome:
    happening = world.moment.happening
    if world.game.get("over") or world.notes.paused_at is not None:
        return {"is": "ignored", "code": "paused"}
    if happening["rule"] in world.book.loaded.broken:
        raise refusals.broken_rule(world.book, happening["rule"])
    pacing.must_have_room(world)
    world.moment.above = world.book.is_above(happening["rule"])
    asking.run(world, happening["rule"], happening["run"])
    return DONE


def timer(world: World) -> Outcome:
    name = world.moment.happening["timer"]
    record = world.records.get("timers", name)
    if record is None:
        raise KeyError(name)  # no fold makes such a happening
    if not pacing.has_room(world):
        pacing.put_off(world)
        return {"is": "ignored", "code": "too_much_at_once"}
    world.records.remove("timers", name)
    rule, run = record["rule"], record["run"]
    if world.game.get("over") or not asking.can_run(world.book, rule, run):
        owing.forget(world, name)
        return {"is": "ignored", "code": "no_rule"}
    if rule in world.book.broken:
        raise refusals.broken_rule(world.book, rule)
    world.moment.above = world.book.is_above(rule)
    asking.run(world, rule, run, **record["data"])
    owing.settled(world, name, record)
    return DONE


def resumed(world: World) -> Outcome:
    """A second has passed since a pause: every poll is asked whether it is complete."""
    world.notes.resumed_at = None
    return DONE if polls.open_polls(world) else IGNORED


def lapsed(world: World) -> Outcome:
    """A day to vote has ended for somebody who has not, or a vote counts from now on: every poll is asked whether it is complete."""
    later.forget(world)
    return DONE
