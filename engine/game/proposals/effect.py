"""When an adopted change takes effect: at once, or at an occasion that it waits for.

What waits is what was voted on, whatever is pushed, closed or written meanwhile. If it cannot land when its occasion comes,
that is said and told to the rules, and whatever else the occasion is for goes on.
"""

from functools import partial
from typing import Final

from engine.game.consulting import constraints, mending
from engine.game.consulting.asking import ask_law, tell
from engine.game.owned import KnownThread
from engine.game.proposals import landing, proposing
from engine.game.proposals.tally import by_unanimity
from engine.game.refusal import Overtaken, Refusal
from engine.game.replies import refusals, speech
from engine.game.replies.harmless import plain
from engine.game.world import changes, transaction, wishes
from engine.game.world.facts import poll_facts
from engine.game.world.world import World
from engine.law.running.blame import RuleFault

NOW: Final = "now"


def occasion_of(world: World, key: str, *, above: bool) -> str:
    """What an adopted change waits for, NOW if for nothing. Raises Refusal or RuleFault."""
    return str(ask_law(world, "takes_effect", lambda: NOW, poll_facts(world, key), above=above))


def put_off(world: World, key: str, occasion: str) -> None:
    """The change of a poll waits for an occasion, with the head that was voted on."""
    record = world.poll(key)
    pull = world.thread(record["thread"])
    world.notes.awaiting = {**world.notes.awaiting, key: occasion}
    world.patch("threads", str(record["thread"]), voted=pull["head"])


def forget(world: World, key: str) -> bool:
    """Nothing of this poll waits any more. False if nothing did."""
    awaiting = world.notes.awaiting
    if key not in awaiting:
        return False
    world.notes.awaiting = {k: occasion for k, occasion in awaiting.items() if k != key} or None
    return True


def begin_anew(world: World, thread: int) -> None:
    """The pull request is voted on once more: what was voted on before is not what may land."""
    if world.thread(thread).get("voted"):
        world.patch("threads", str(thread), voted=None)


def come(world: World, occasion: str) -> None:
    """The occasion is there: what waited for it lands, the oldest first, each for itself."""
    for key in [key for key, waits_for in world.notes.awaiting.items() if waits_for == occasion]:
        if forget(world, key):  # else a rule that heard of an earlier one has stopped it, or told the occasion again
            _land(world, key)


def _land(world: World, key: str) -> None:
    point, faults = transaction.savepoint(world), len(world.moment.faults)
    try:
        # Where a rule is left out that fails, what the happening is about is as high as it was: it may be about another poll.
        with world.moment.meanwhile(above=world.moment.above):
            mending.in_poll(world, key, partial(_become_law, world, key))
        if world.poll(key)["landed"]:
            wishes.announce(world, speech.in_effect(poll_facts(world, key)))
            tell(world, "took_effect", poll_facts(world, key))
            _must_not_fail(world, key, faults)
        constraints.check(world, point)
    except (Refusal, RuleFault) as error:
        transaction.undo(world, point)
        world.host.relieve()
        why = strand(world, key, _why(error))
        tell(world, "stranded", poll_facts(world, key), why)


def _become_law(world: World, key: str) -> None:
    """Raises Refusal or RuleFault if it cannot; also where a rule that it mends fails over it, and not all agree that it goes."""
    proposing.ask_before_landing(world, key)
    for slug in sorted(world.moment.set_aside):
        if by_unanimity(world, key)[1] != "adopted":
            raise refusals.broken_rule(world.book, slug)
    carry_out(world, key)


def _why(error: Refusal | RuleFault) -> str:
    """What is said of it. Where another change came first, the remedy is not that of a poll that is still open."""
    if isinstance(error, RuleFault):
        return plain(error)
    return speech.overtaken(error.reason) if isinstance(error, Overtaken) else error.text


def _must_not_fail(world: World, key: str, since: int) -> None:
    """Raises RuleFault if what heard of it failed by a rule of this very change; others' failures are their own affair."""
    own = {str(change["slug"]) for change in poll_facts(world, key)["changes"]}
    for fault in world.moment.faults[since:]:
        if not own.isdisjoint((fault["rule"], fault["handler"])):
            raise RuleFault(fault["rule"], fault["function"], fault["line"], fault["why"])


def strand(world: World, key: str, why: str) -> str:
    """What was adopted cannot take effect: that is noted and said. Returns why, as long as it is kept."""
    why = wishes.brief(world, why)
    world.patch("polls", key, landed=False, reason=why)
    text = speech.stranded(poll_facts(world, key), why)
    wishes.announce(world, text)
    wishes.tell_in_poll(world, key, text)
    return why


def carry_out(world: World, key: str) -> None:
    """Lands an adopted change. Raises Refusal or RuleFault if it cannot."""
    record = world.poll(key)
    content = changes.content(world, record["change"])
    beyond = changes.beyond_the_law(content)
    pull = world.thread(record["thread"])
    if beyond or pull.get("unmergeable"):
        why = str(pull.get("unmergeable") or "it changes the program or its workflows")
        head = _voted(pull)
        world.patch("threads", str(record["thread"]), voted=head)
        world.patch("polls", key, landed=False, reason=why)
        wishes.announce(world, speech.administrator_must_merge(poll_facts(world, key), head, why))
        return
    landing.land(world, key)
    world.patch("polls", key, landed=True)
    world.moment.merges.append({"thread": int(record["thread"] or 0), "head": _voted(pull)})


def _voted(pull: KnownThread) -> str:
    return str(pull.get("voted") or pull["head"])
