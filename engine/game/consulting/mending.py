"""Polls about rules that are broken: the law as it is decides them, and only where that meets such a rule is it left out.

What a poll comes to without a rule that the law would have asked, every active player must want. Nothing else makes a
majority into unanimity: that a rule fails at somebody's command, or over another poll, does not.
"""

from collections.abc import Callable
from itertools import takewhile
from typing import TypeVar

from engine.game.refusal import BrokenRule, Refusal
from engine.game.world import changes, transaction
from engine.game.world.world import World
from engine.law.reach import with_loaders
from engine.law.running.blame import RuleFault
from engine.law.running.host import TOO_LONG
from engine.store.marks import reached

T = TypeVar("T")


def in_poll(world: World, key: str, act: Callable[[], T]) -> T:
    """What `act` returns, done for the poll with that key. Raises Refusal or RuleFault."""
    poll = world.records.get("polls", key)
    return by_the_law_first(world, poll and poll["thread"], poll and poll["change"], act)


def in_thread(world: World, act: Callable[[], T]) -> T:
    """What `act` returns, done in the thread of the moment. Raises Refusal or RuleFault."""
    thread = world.moment.thread
    return by_the_law_first(world, thread, world.thread(thread).get("change"), act)


def by_the_law_first(world: World, thread: int | None, change: str | None, act: Callable[[], T]) -> T:
    """Does it by the law as it is, and begins anew without each rule that it meets broken, if the change touches that rule.

    Within another act for the same thread, what that one left out is left out.
    """
    moment = world.moment
    before = moment.mending, moment.set_aside, moment.deadly
    if moment.mending != thread or thread is None:
        moment.mending, moment.set_aside, moment.deadly = thread, frozenset(), _deadly(world, change)
    try:
        return _until_met(world, change, act)
    finally:
        moment.mending, moment.set_aside, moment.deadly = before


def _until_met(world: World, change: str | None, act: Callable[[], T]) -> T:
    point = transaction.savepoint(world)
    while True:
        try:
            return act()
        except (RuleFault, Refusal) as failure:
            broken = _broken(failure)
            if change is None or not broken:
                raise
            transaction.undo(world, point)
            slug = next((slug for slug in broken if slug in touched(world, change)), None)
            if slug is None or slug in world.moment.set_aside:
                raise
            reached("broken rule left out of the poll about it")
            world.moment.above = False
            if isinstance(failure, RuleFault) and failure.why == TOO_LONG:
                world.host.relieve()
            world.moment.set_aside |= {slug}


def _broken(failure: RuleFault | Refusal) -> tuple[str, ...]:
    """The rule that failed when it was asked, or would be asked and does not load; and those on whose behalf it was run.

    By what one hands it, any rule can be made to fail. Empty if it was something else.
    """
    if isinstance(failure, RuleFault):
        before = takewhile(lambda slug: slug != failure.slug, failure.answering)
        return (failure.slug, *before) if failure.asked else ()
    return (failure.slug,) if isinstance(failure, BrokenRule) else ()


def touched(world: World, change: str | None) -> set[str]:
    """The rules that a proposal's change touches, or whose shared code it touches."""
    return with_loaders(world.book, changes.touches(world, change)) if change else set()


def known(world: World, key: str) -> frozenset[str]:
    """The rules that a poll's change touches and that do not load, or have failed since they were written."""
    bad = {*world.book.broken, *world.notes.faulted}
    poll = world.records.get("polls", key)
    change = poll and poll["change"]
    return frozenset(bad & touched(world, change)) if bad else frozenset()


def _deadly(world: World, change: str | None) -> dict[tuple[str, str], tuple[int, str]]:
    """(rule, function) -> (line, why) of what has ended the process, or nearly, and is not run in the poll about it."""
    kills = {slug: noted for slug, noted in world.notes.faulted.items() if noted.get("kills")}
    mends = touched(world, change) if kills else set()
    return {(s, f): (n["line"], n["why"]) for s, n in kills.items() if s in mends for f in n["kills"]}
