"""All or nothing: whatever a happening does, however many rules it wakes, stands together or is undone together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game.world.records import Place
from engine.game.world.world import Law, World
from engine.law.blame import RuleFault


@dataclass
class Savepoint:
    """The world as it was: give it back to `undo`."""

    place: int
    law: Law
    lengths: dict[str, int]
    files: dict[str, str | None]
    touched: dict[Place, None]
    recheck: bool


LISTS = ("replies", "remarks", "said", "headlines", "decided", "merges", "verdicts", "faults")


def savepoint(world: World) -> Savepoint:
    moment = world.moment
    lengths = {name: len(getattr(moment, name)) for name in LISTS}
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


def note_fault(world: World, fault: RuleFault, *, deadly: bool = False, kills: bool = False) -> None:
    """Remembers that a rule failed, until its text changes; `deadly`: until then no poll is completed by asking it.

    `kills`: that function ended the process, or nearly. In a poll about the rule it is not run again.
    """
    faulted: dict[str, Any] = dict(world.note("faulted", {}))
    before = faulted.get(fault.slug, {})
    noted: dict[str, Any] = {"line": fault.line, "why": fault.why, "at": world.now}
    if deadly or before.get("deadly"):
        noted["deadly"] = True
    if killers := sorted({*before.get("kills", []), *([fault.function] if kills else [])}):
        noted["kills"] = killers
    world.set_note("faulted", {**faulted, fault.slug: noted})
