"""What was adopted and waits for an occasion that can come no more: no rule in force tells it.

It is stranded, and its thread and the table are told: without that it would wait for ever.
"""

from engine.game.consulting.asking import ask_law, tell_safely
from engine.game.proposals import effect
from engine.game.proposals.tally import decided_above
from engine.game.refusal import Refusal
from engine.game.replies import speech
from engine.game.world.facts import poll_facts
from engine.game.world.world import World
from engine.law.close_reading import dangling
from engine.law.running.blame import RuleFault
from engine.store.marks import reached


def strand(world: World) -> None:
    """Strands what can take effect no more, the oldest first. No rule that hears of it can stop it."""
    for key, occasion in world.notes.awaiting.items():
        if not _may_come(world, key, occasion) and effect.forget(world, key):
            reached("occasion awaited that no rule tells")
            why = effect.strand(world, key, speech.told_no_more(occasion))
            before, world.moment.unstoppable = world.moment.unstoppable, True
            tell_safely(world, "stranded", poll_facts(world, key), why)
            world.moment.unstoppable = before


def may_land(world: World, key: str) -> bool:
    """Whether an adopted change waits for nothing, or for what may come."""
    occasion = world.notes.awaiting.get(key)
    return occasion is None or _may_come(world, key, occasion)


def _may_come(world: World, key: str, occasion: str) -> bool:
    """Whether a rule tells it by its name; or one tells what is written out nowhere, and the law still answers with it."""
    told = dangling.tellers(world.book, occasion)
    return any(name.text for name in told) or (bool(told) and _is_still_answered(world, key, occasion))


def _is_still_answered(world: World, key: str, occasion: str) -> bool:
    """Whether the change would wait for this, were it adopted now. Where the law cannot say, what it said stands."""
    poll = poll_facts(world, key)
    try:
        above = decided_above(world, poll)
        return bool(ask_law(world, "takes_effect", lambda: effect.NOW, poll, above=above) == occasion)
    except (Refusal, RuleFault):
        return True
