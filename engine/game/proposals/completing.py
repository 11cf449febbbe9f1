"""Polls that the law calls complete are resolved by themselves, after every happening; one that cannot be holds nobody up.

Neither a refusal nor a rule that fails over this touches the happening itself: a vote counts, a village is fed, and the
poll waits until the rule is mended. While the game is paused every poll waits, and it goes on a second before they do:
what was edited in the pause is read again in that second, and counts by then, whatever else is judged in it. Once the game
is over nothing is decided any more.
"""

from functools import partial

from engine.game.consulting import asking, constraints, mending
from engine.game.consulting.asking import ask_law
from engine.game.plan import COMPLETING
from engine.game.proposals import polls
from engine.game.proposals.tally import by_unanimity, knows_quorum, tally
from engine.game.refusal import Refusal
from engine.game.replies import refusals
from engine.game.world import transaction, wishes
from engine.game.world.facts import poll_facts
from engine.game.world.world import World
from engine.law.reach import reaches
from engine.law.running.blame import RuleFault
from engine.law.running.host import TOO_LONG


def resolve_complete(world: World, dead: RuleFault | None) -> None:
    """Resolves what is complete. `dead`: over this the judge has died; then nothing is asked, and it is noted instead."""
    if dead is not None:
        _failed(world, dead, deadly=True)
        return
    if world.game.get("over") or world.notes.paused_at is not None or _goes_on_just_now(world):
        return  # nobody can vote now, so nothing is decided either; the clock asks again in the second after /resume
    if world.moment.happening.get("ahead"):
        return  # there may be more to be looked at before what is decided then
    world.moment.phase = COMPLETING
    law, waiting = None, polls.open_polls(world)
    # What one poll has mended may be what another waited for, and who left by its verdict may be all that was missing there.
    while law is not world.law or not all(_is_open(world, key) for key in waiting):
        waiting = [key for key in polls.open_polls(world) if law is not world.law or key in waiting]
        law = world.law
        for key in waiting:
            # What heard of an earlier one may have closed it, or won.
            if _is_open(world, key) and not world.game.get("over"):
                _look_for_quorum(world, key)
                _complete(world, key)
    world.moment.phase = ""


def _is_open(world: World, key: str) -> bool:
    return world.poll(key)["status"] == "open"


def _goes_on_just_now(world: World) -> bool:
    """Whether the happening ends a pause, or is judged in that very second: there may be more that was edited in the pause."""
    return world.moment.resumed or world.now <= (world.notes.resumed_at or -1)


def _complete(world: World, key: str) -> None:
    point = transaction.savepoint(world)
    world.moment.above, world.moment.permitted_by = False, str
    try:
        mending.in_poll(world, key, partial(_resolve, world, key, point))
    except Refusal as refusal:
        transaction.undo(world, point)
        world.recheck = False
        _held(world, key, refusals.held(refusal))
    except _Deadly as deadly:
        _hold(world, key, deadly.failure)
    except RuleFault as failure:
        transaction.undo(world, point)
        _failed(world, failure, deadly=failure.why == TOO_LONG)
        _hold(world, key, failure)
        world.host.relieve()


def _look_for_quorum(world: World, key: str) -> None:
    """Who leaves, falls inactive or changes a rule can make a quorum of the votes there are: then it is reached without a vote."""
    record = world.poll(key)
    if record["status"] != "open" or record["quorum_at"] is not None or not record["ballots"]:
        return
    if not knows_quorum(world):
        return
    point = transaction.savepoint(world)
    try:
        _must_not_be_deadly(world, mending.known(world, key))
        mending.in_poll(world, key, partial(polls.look_for_quorum, world, key))
        asking.settle(world)
        constraints.check(world, point)
    except (Refusal, _Deadly):  # who asks for the verdict, or votes, is told why
        transaction.undo(world, point)
    except RuleFault as failure:
        transaction.undo(world, point)
        if failure.why == TOO_LONG:
            _failed(world, failure, deadly=True)
            world.host.relieve()


class _Deadly(Exception):
    """A rule would be asked that has killed the judge, or nearly: only changing it makes it run again."""

    def __init__(self, failure: RuleFault) -> None:
        super().__init__(str(failure))
        self.failure = failure


def _hold(world: World, key: str, failure: RuleFault) -> None:
    _held(world, key, refusals.cannot_complete(failure, world.book.documents.get(failure.slug)))


def _held(world: World, key: str, text: str) -> None:
    """Says why a poll waits, and lets the rules hear of it the first time: some have a clock for it."""
    known = key in world.notes.held
    wishes.held(world, key, text)
    if not known:
        asking.tell_safely(world, "held", poll_facts(world, key), text)


def _failed(world: World, failure: RuleFault, *, deadly: bool) -> None:
    world.recheck = False
    world.moment.failure = failure
    if failure.slug in world.book.documents:
        transaction.note_fault(world, failure, deadly=deadly, kills=deadly)


def _resolve(world: World, key: str, point: transaction.Savepoint) -> None:
    if _is_complete(world, key) and polls.resolve(world, key, by=None) != "open":
        asking.settle(world)
        constraints.check(world, point)


def _is_complete(world: World, key: str) -> bool:
    """Raises _Deadly, Refusal or RuleFault."""
    mends = mending.known(world, key)
    if mends and _meets(world, key, mends):
        return by_unanimity(world, key)[1] == "adopted"
    if not world.book.speaking_of("resolves_itself"):
        return False
    _must_not_be_deadly(world, mends)
    poll = poll_facts(world, key)
    return bool(ask_law(world, "resolves_itself", lambda: False, poll, tally(world, key)))


def _meets(world: World, key: str, mends: frozenset[str]) -> bool:
    """Whether this poll cannot be decided with a rule that it would mend: then nobody can ask for its verdict.

    Raises the failure where only now it turns out that one has to be left out.
    """
    if world.moment.set_aside:
        return True
    stuck = [owner for owner in world.book.commands if owner[0] in mends & world.book.loaded.broken.keys()]
    if any(reaches(world.book, slug, command.run, "resolve") for slug, command in stuck):
        return True
    polls.decision(world, key, poll_facts(world, key), None)
    return False


def _must_not_be_deadly(world: World, mends: frozenset[str]) -> None:
    """What a poll would mend is not run in it where it has ended the process."""
    for slug, noted in world.notes.faulted.items():
        if noted.get("deadly") and slug not in mends:
            raise _Deadly(RuleFault(slug, "", noted["line"], noted["why"]))
