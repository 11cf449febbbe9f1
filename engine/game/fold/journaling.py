"""The journal: each happening with all that went in, what came out, and the hash of the entry before."""

from collections.abc import Mapping
from typing import Any, Final, cast

from engine.game import happening as happenings
from engine.game.consulting.commands import LONGEST
from engine.game.entries import Entry, Outcome, Recorded
from engine.game.happening import Happening
from engine.game.plan import Segment
from engine.game.world import changes
from engine.game.world.world import World
from engine.store import digest, journal

# The examples are evidence where they were played, which is told below: what a replay is handed of it proves nothing.
KEPT: Final = frozenset(Recorded.__annotations__) - {"evidence"}


def read(day: str) -> list[Entry]:
    """All entries of a day's file. Raises YamlProblem if it is damaged."""
    return cast("list[Entry]", journal.entries(day))


def enter(world: World, segment: Segment, happening: Happening, outcome: Outcome) -> Entry:
    """Appends the entry to its day's file and moves the engine's notes on; returns the entry."""
    entry = _entry(world, happening, outcome)
    if "change" in happening:  # also of what was refused, and all it did taken back
        changes.keep(world, happening["change"], segment.files)
    previous = world.notes.head
    entry["previous"] = previous
    entry["hash"] = journal.link(previous, entry)
    more = journal.append(None, entry)
    world.grow(_placed(world, len(more)), more)
    world.notes.head = entry["hash"]
    world.notes.entries = world.notes.entries + 1
    _move_on(world, happening)
    return entry


def _placed(world: World, length: int) -> str:
    """The file that an entry of so many characters goes into: a day that is full goes on in another file."""
    last = world.notes.position[0]
    part = world.notes.part if journal.path_of(last) == journal.path_of(world.now) else 1
    before = world.length(journal.path_of(world.now, part))
    if before and before + length > journal.FULL:
        part += 1
    world.notes.part = part if part > 1 else None
    return journal.path_of(world.now, part)


def _entry(world: World, happening: Happening, outcome: Outcome) -> Entry:
    told: Mapping[str, Any] = happening
    entry = cast("Entry", {name: value for name, value in told.items() if name in KEPT})
    if happening["kind"] == "opened":
        entry.pop("text", None)
    if "change" in happening:
        entry["change"] = happening["change"]["hash"]
    if isinstance(entry.get("text"), str) and _is_left_out(world, happening, outcome):
        entry["text"] = {"redacted": digest.sha256(entry["text"])}
    if world.moment.evidence:
        entry["evidence"] = world.moment.evidence
    if world.moment.rolls:
        entry["rolls"] = world.moment.rolls
    entry["outcome"] = cast("Outcome", {name: value for name, value in outcome.items() if value not in (None, "")})
    entry["at"] = world.now
    return entry


def _is_left_out(world: World, happening: Happening, outcome: Outcome) -> bool:
    """What came to nothing is kept as a hash: talk, and whatever is too long to be a command or a vote.

    Not where something followed all the same, or was thrown: a rule may have read the words, and a replay has to read them, too.
    """
    if world.moment.moved or world.moment.faults or world.moment.rolls:
        return False
    if outcome["is"] == "ignored" and happening["kind"] == "said":
        return True
    return outcome["is"] != "done" and len(happening["text"].strip()) > LONGEST


def _move_on(world: World, happening: Happening) -> None:
    last = tuple(world.notes.position)
    here = happenings.position(happening)
    if here > last:
        world.notes.position = list(here)
    if happening["kind"] in ("period", "timer", "lapsed", "administered"):
        return
    cursor = max(world.notes.cursor, happening.get("cursor") or happening["time"])
    world.notes.cursor = cursor
    at = happening["time"]
    if happening["kind"] == "deleted":  # may be dated far back, and be told once more right after it was judged
        at = max(at, happening["seen_at"])
    world.remember("seen", happening["id"], at, cursor - happenings.SECONDS_SEEN)
