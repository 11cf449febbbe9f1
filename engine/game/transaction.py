"""All or nothing: whatever a happening does, however many rules it wakes, stands together or is undone together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import changes
from engine.game.records import Place
from engine.game.world import Law, World
from engine.law.host import RuleFault
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
    world.moment.files = dict(point.files)
    for name, length in point.lengths.items():
        del getattr(world.moment, name)[length:]


def mended(world: World, key: str) -> frozenset[str]:
    """The broken or faulty rules that a poll's change touches, or whose shared code it touches: for this poll they are not run."""
    record = world.records.get("polls", key) or {}
    return broken_among(world, record.get("change"))


def broken_among(world: World, change: str | None) -> frozenset[str]:
    bad = {*world.book.broken, *world.note("faulted", {})}
    if not bad or not change:
        return frozenset()
    return frozenset(bad & with_loaders(world.book, changes.touches(world, change)))


def note_fault(world: World, fault: RuleFault, *, deadly: bool = False) -> None:
    """Remembers that a rule failed, until its text changes; `deadly`: until then no poll is completed by asking it."""
    faulted: dict[str, Any] = dict(world.note("faulted", {}))
    deadly = deadly or bool(faulted.get(fault.slug, {}).get("deadly"))
    noted = {"line": fault.line, "why": fault.why, "at": world.now} | ({"deadly": True} if deadly else {})
    world.set_note("faulted", {**faulted, fault.slug: noted})
