"""Polls that the law calls complete are resolved by themselves, after every happening; one that cannot be holds nobody up.

Neither a refusal nor a rule that fails over this touches the happening itself: a vote counts, a village is fed, and the
poll waits until the rule is mended.
"""

from __future__ import annotations

from engine.game.consulting import asking, constraints
from engine.game.consulting.asking import ask_law
from engine.game.plan import COMPLETING
from engine.game.proposals import polls
from engine.game.proposals.tally import tally
from engine.game.refusal import Refusal
from engine.game.replies import refusals
from engine.game.world import transaction, wishes
from engine.game.world.facts import poll_facts
from engine.game.world.world import World
from engine.law.blame import RuleFault
from engine.law.host import TOO_LONG


def resolve_complete(world: World, dead: RuleFault | None) -> None:
    """Resolves what is complete. `dead`: over this the judge has died; then nothing is asked, and it is noted instead."""
    if dead is not None:
        _failed(world, dead, deadly=True)
        return
    world.moment.phase = COMPLETING
    for key in polls.open_polls(world):
        _look_for_quorum(world, key)
        point = transaction.savepoint(world)
        world.moment.above = False
        try:
            if _is_complete(world, key) and polls.resolve(world, key, by=None) != "open":
                asking.settle(world)
                constraints.check(world, point)
        except Refusal as refusal:
            transaction.undo(world, point)
            world.caches.pop("recheck", None)
            _held(world, key, refusals.held(refusal))
        except _Deadly as deadly:
            _hold(world, key, deadly.failure)
        except RuleFault as failure:
            transaction.undo(world, point)
            _failed(world, failure, deadly=failure.why == TOO_LONG)
            _hold(world, key, failure)
            world.host.relieve()
    world.moment.phase = ""


def _look_for_quorum(world: World, key: str) -> None:
    """Who leaves, falls inactive or changes a rule can make a quorum of the votes there are: then it is reached without a vote."""
    record = world.records.get("polls", key) or {}
    if record["status"] != "open" or record["quorum_at"] is not None or not record["ballots"]:
        return
    if not (world.book.answering("quorum") or world.book.adjusting("quorum")):
        return
    point = transaction.savepoint(world)
    try:
        _must_not_be_deadly(world)
        polls.look_for_quorum(world, key)
        asking.settle(world)
        constraints.check(world, point)
    except (Refusal, RuleFault, _Deadly):  # who asks for the verdict, or votes, is told why
        transaction.undo(world, point)


class _Deadly(Exception):
    """A rule would be asked that has killed the judge, or nearly: only changing it makes it run again."""

    def __init__(self, failure: RuleFault) -> None:
        super().__init__(str(failure))
        self.failure = failure


def _hold(world: World, key: str, failure: RuleFault) -> None:
    _held(world, key, refusals.cannot_complete(failure, world.book.documents.get(failure.slug)))


def _held(world: World, key: str, text: str) -> None:
    """Says why a poll waits, and lets the rules hear of it the first time: some have a clock for it."""
    known = key in world.note("held", {})
    wishes.held(world, key, text)
    if known:
        return
    point = transaction.savepoint(world)
    try:
        asking.tell(world, "held", poll_facts(world, key), text)
        asking.settle(world)
        constraints.check(world, point)
    except (Refusal, RuleFault):  # whoever waits is told all the same
        transaction.undo(world, point)


def _failed(world: World, failure: RuleFault, *, deadly: bool) -> None:
    world.caches.pop("recheck", None)
    world.moment.failure = failure
    if failure.slug in world.book.documents:
        transaction.note_fault(world, failure, deadly=deadly)


def _is_complete(world: World, key: str) -> bool:
    """Raises _Deadly, Refusal or RuleFault."""
    mends = transaction.mended(world, key)
    if mends and world.moment.set_aside == mends:
        return polls.by_unanimity(world, key)[1] == "adopted"
    if not (world.book.answering("complete") or world.book.adjusting("complete")):
        return False
    _must_not_be_deadly(world)
    poll = poll_facts(world, key)
    return bool(ask_law(world, "complete", lambda: False, poll, tally(world, key)))


def _must_not_be_deadly(world: World) -> None:
    for slug, noted in world.note("faulted", {}).items():
        if noted.get("deadly") and slug not in world.moment.set_aside:
            raise _Deadly(RuleFault(slug, "", noted["line"], noted["why"]))
