"""All or nothing: whatever a happening does, however many rules it wakes, stands together or is undone together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game.world import changes
from engine.game.world.records import Place
from engine.game.world.world import Law, World
from engine.law.blame import RuleFault
from engine.law.reach import with_loaders


@dataclass
class Savepoint:
    """The world as it was: give it back to `undo`."""

    place: int
    law: Law
    lengths: dict[str, int]
    files: dict[str, str | None]
    touched: dict[Place, None]
    recheck: bool


_LISTS = ("replies", "remarks", "said", "merges", "verdicts", "faults")


def savepoint(world: World) -> Savepoint:
    moment = world.moment
    lengths = {name: len(getattr(moment, name)) for name in _LISTS}
    touched, recheck = dict(world.records.touched), bool(world.caches.get("recheck", False))
    return Savepoint(world.records.begin(), world.law, lengths, dict(moment.files), touched, recheck)


def undo(world: World, point: Savepoint) -> None:
    world.records.undo(point.place)
    world.records.touched = dict(point.touched)
    world.caches["recheck"] = point.recheck
    world.law = point.law
    files = world.moment.files  # in place: a moment made from another shares them with it
    files.clear()
    files.update(point.files)
    for name, length in point.lengths.items():
        del getattr(world.moment, name)[length:]


def mended(world: World, key: str) -> frozenset[str]:
    """The broken or faulty rules that a poll's change touches, or whose shared code it touches: for this poll they are not run."""
    record = world.records.get("polls", key) or {}
    return broken_among(world, record.get("change"))


def broken_among(world: World, change: str | None) -> frozenset[str]:
    faulted = (slug for slug, noted in world.note("faulted", {}).items() if not noted.get("alone"))
    bad = {*world.book.broken, *faulted}
    if not bad or not change:
        return frozenset()
    return frozenset(bad & with_loaders(world.book, changes.touches(world, change)))


def claims(world: World, fault: RuleFault) -> bool:
    """Whether the function that failed is one that the engine asks, or tells something, and no command or schedule alone."""
    document = world.book.documents[fault.slug]
    parts = (document.answers, document.adjusts, document.forbids, document.on)
    return fault.function in {function for part in parts for function in part.values()}


def note_fault(world: World, fault: RuleFault, *, deadly: bool = False, alone: bool = False) -> None:
    """Remembers that a rule failed, until its text changes; `deadly`: until then no poll is completed by asking it.

    `alone`: a command, a period or a timer of its own failed. Then it decides polls as ever, also those about itself.
    """
    faulted: dict[str, Any] = dict(world.note("faulted", {}))
    before = faulted.get(fault.slug, {"alone": True})
    flags = {"deadly": deadly or before.get("deadly"), "alone": alone and before.get("alone")}
    noted = {"line": fault.line, "why": fault.why, "at": world.now} | {name: True for name, on in flags.items() if on}
    world.set_note("faulted", {**faulted, fault.slug: noted})
