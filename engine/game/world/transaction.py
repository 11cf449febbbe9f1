"""All or nothing: whatever a happening does, however many rules it wakes, stands together or is undone together.

And what is only supposed leaves no trace.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from operator import attrgetter
from typing import Any, Final, NamedTuple

from engine.game.dice import Stream
from engine.game.own_notes import Faulted
from engine.game.refusal import Refusal
from engine.game.world.records import Place
from engine.game.world.world import Law, World
from engine.law.running.blame import RuleFault

# Of the world, what a supposition gives back as it was, beside what every transaction does (`Savepoint`); and what it leaves:
# what nobody changes, what is checked before it is used, whose role mattered, since it mattered even so, and the journal, into
# which only what was judged is entered.
GIVEN_BACK: Final = ("moment", "evidence", "heard", "written")
LEFT: Final = ("files", "host", "memos", "looked_at", "notes", "showing", "growing")


class Savepoint(NamedTuple):
    """The world as it was: give it to `undo`."""

    records: int
    law: Law
    recheck: bool
    lengths: tuple[int, ...]
    files_of_moment: dict[str, str | None]
    touched: dict[Place, None]  # which only grows, or is left for another
    many_touched: int


LISTS: Final = attrgetter("replies", "remarks", "said", "headlines", "decided", "merges", "verdicts", "faults")


def savepoint(world: World) -> Savepoint:
    moment, records = world.moment, world.records
    lengths = tuple(map(len, LISTS(moment)))
    touched = records.touched
    return Savepoint(records.begin(), world.law, world.recheck, lengths, dict(moment.files), touched, len(touched))


def undo(world: World, point: Savepoint) -> None:
    world.records.undo(point.records)
    world.records.touched = point.touched
    while len(point.touched) > point.many_touched:
        point.touched.popitem()
    world.law, world.recheck = point.law, point.recheck
    world.moment.files = dict(point.files_of_moment)
    for items, length in zip(LISTS(world.moment), point.lengths, strict=True):
        del items[length:]


@contextmanager
def whole(world: World) -> Iterator[Savepoint]:
    """What is done while this lasts is taken back where it is refused, or a rule fails at it; that goes on to whoever began it."""
    point = savepoint(world)
    try:
        yield point
    except (Refusal, RuleFault):
        undo(world, point)
        raise


@contextmanager
def supposing(world: World, **otherwise: Any) -> Iterator[None]:
    """Whatever is done to the world while this lasts is taken back; `otherwise` are fields of the moment that differ meanwhile.

    Its dice are not those of the game. What the rules cost is counted all the same.
    """
    point, before = savepoint(world), {name: getattr(world, name) for name in GIVEN_BACK}
    own: dict[str, Any] = {"stream": Stream(b"trial"), "script": None, "rolls": [], "supposed": True}
    world.moment, world.written = world.moment.another(**(own | otherwise)), dict(world.written)
    try:
        with world.host.ledger.opened(by_whom=False):
            yield
    finally:
        vars(world).update(before)
        undo(world, point)


def note_fault(world: World, fault: RuleFault, *, deadly: bool = False, kills: bool) -> None:
    """Remembers that a rule failed, until its text changes; `deadly`: until then no poll is completed by asking it.

    `kills`: that function ended the process, or nearly. In a poll about the rule it is not run again.
    """
    before = world.notes.faulted.get(fault.slug, {"line": 0, "why": "", "at": 0})
    noted: Faulted = {"line": fault.line, "why": fault.why, "at": world.now}
    if deadly or before.get("deadly"):
        noted["deadly"] = True
    if killers := sorted({*before.get("kills", []), *([fault.function] if kills else [])}):
        noted["kills"] = killers
    world.notes.faulted = {**world.notes.faulted, fault.slug: noted}
