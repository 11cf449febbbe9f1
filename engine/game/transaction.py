"""All or nothing: whatever a happening does, however many rules it wakes, stands together or is undone together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import asking, changes, polls, wishes
from engine.game.asking import ask_law
from engine.game.facts import poll_facts
from engine.game.refusal import Refusal
from engine.game.tally import tally
from engine.game.world import Law, World
from engine.law.host import RuleFault


@dataclass
class Savepoint:
    """The world as it was: give it back to `undo`."""

    place: int
    law: Law
    lengths: dict[str, int]
    files: dict[str, str | None]


_LISTS = ("replies", "remarks", "said", "merges", "verdicts")


def savepoint(world: World) -> Savepoint:
    moment = world.moment
    lengths = {name: len(getattr(moment, name)) for name in _LISTS}
    return Savepoint(world.records.begin(), world.law, lengths, dict(moment.files))


def undo(world: World, point: Savepoint) -> None:
    world.records.undo(point.place)
    world.records.touched = {}
    world.law = point.law
    world.moment.files = dict(point.files)
    for name, length in point.lengths.items():
        del getattr(world.moment, name)[length:]


def resolve_complete(world: World) -> None:
    """After every happening: each open poll that the law calls complete is resolved by itself; one that cannot be holds nobody up."""
    for key in polls.open_polls(world):
        point = savepoint(world)
        try:
            if _is_complete(world, key) and polls.resolve(world, key, by=None) != "open":
                asking.settle(world)
        except Refusal as refusal:
            undo(world, point)
            wishes.held(world, key, refusal)


def _is_complete(world: World, key: str) -> bool:
    mends = mended(world, key)
    if mends and world.moment.set_aside == mends:
        return polls.by_unanimity(world, key)[1] == "adopted"
    if not (world.book.answering("complete") or world.book.adjusting("complete")):
        return False
    poll = poll_facts(world, key)
    return bool(ask_law(world, "complete", lambda: False, poll, tally(world, key)))


def mended(world: World, key: str) -> frozenset[str]:
    """The broken or faulty rules that a poll's change touches: for this poll they are not run."""
    record = world.records.get("polls", key) or {}
    return broken_among(world, record.get("change"))


def broken_among(world: World, change: str | None) -> frozenset[str]:
    bad = {*world.book.broken, *world.note("faulted", {})}
    if not bad or not change:
        return frozenset()
    return frozenset(bad & changes.touches(world, change))


def note_fault(world: World, fault: RuleFault) -> None:
    """Remembers that a rule failed, until its text changes."""
    faulted: dict[str, Any] = dict(world.note("faulted", {}))
    faulted[fault.slug] = {"line": fault.line, "why": fault.why, "at": world.now}
    world.set_note("faulted", faulted)
