"""What a proposal would change: the next weeks with and without it, by the real law, nobody doing anything, over many seeds.

Both worlds throw the same dice, which are none of the game's: so what does not follow from the proposal is the same in both,
and of what would come in the game nothing is told.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from engine.game.calendar import DAY
from engine.game.consulting import constraints
from engine.game.consulting.asking import settle
from engine.game.fold import judging
from engine.game.fold.folding import Folding
from engine.game.happening import Happening, Position
from engine.game.plan import Limits
from engine.game.proposals import landing
from engine.game.refusal import Refusal
from engine.game.world.records import PRIVATE
from engine.game.world.world import World
from engine.law.running.blame import RuleFault
from engine.law.running.host import Host
from engine.store.counted import is_number

WEEK: Final = 7 * DAY
LAST: Final = 1 << 30
ADOPTING: Final = "adopting"  # stands for a happening's id
ASIDE: Final = frozenset({"polls", "game", *PRIVATE})
WON: Final = "games won"  # as no field can be called
ENDED: Final = "games ended"
Measure = tuple[str, str, str]  # collection, key, field
Numbers = dict[Measure, int | float]
Kept = frozenset[tuple[str, str]]  # collection, field


@dataclass(frozen=True)
class Effect:
    """A number that comes out otherwise in some runs: as it is now, and in each run (without the proposal, with it)."""

    collection: str
    key: str
    field: str
    now: int | float | None
    runs: tuple[tuple[int | float | None, int | float | None], ...]


def dice(seed: int, happening: str) -> bytes:
    """The entropy of a happening in a run: of the run and the happening alone, so that both worlds throw alike."""
    return hashlib.sha256(f"forecast\n{seed}\n{happening}".encode()).digest()


def pair(files: Mapping[str, str], poll: str, weeks: int, seed: int, host: Host) -> tuple[Numbers, Numbers]:
    """The numbers of all records after these weeks, without the poll's proposal and with it.

    What a rule of either law keeps for itself is told of neither. Raises Refusal or RuleFault if it could not land.
    """
    without, kept = future(files, poll, weeks, seed, host, adopted=False)
    with_, kept_then = future(files, poll, weeks, seed, host, adopted=True)
    return _told(without, kept | kept_then), _told(with_, kept | kept_then)


def future(
    files: Mapping[str, str], poll: str, weeks: int, seed: int, host: Host, *, adopted: bool
) -> tuple[Numbers, Kept]:
    """The numbers, and what the law of then tells nobody."""
    folding = Folding(files, partial(dice, seed), {}, Limits(examples=False), None, host)
    world = folding.world
    begun = int(world.notes.position[0])
    if adopted:
        _begin(world, begun, seed)
        _adopt(world, poll)
    _set_aside(world, poll)
    until: Position = (begun + weeks * WEEK, LAST, "")
    if not folding.clock(until):
        raise Refusal(
            "too_much", "So much happens in these weeks that they cannot be played through.", "Ask for fewer weeks."
        )
    schemas = world.book.schemas
    return numbers(world), frozenset((name, f) for name in schemas.collections() for f in schemas.untold(name))


def _told(found: Numbers, kept: Kept) -> Numbers:
    return {place: value for place, value in found.items() if (place[0], place[2].partition(".")[0]) not in kept}


def _begin(world: World, at: int, seed: int) -> None:
    """What rules do as it comes into force is judged like any happening, with dice of this run."""
    happening: Happening = {"id": ADOPTING, "kind": "timer", "time": at}
    judging.begin(world, happening, dice(seed, ADOPTING), None)


def _adopt(world: World, poll: str) -> None:
    """The law with the proposal in force, and what rules do when they hear of that. What hears of the vote is left out."""
    world.moment.thread = world.poll(poll)["thread"]
    before = world.book
    landing.put_in_force(world, poll)
    settle(world)
    # Here and now: else whatever happens first would answer for records that the law does not take
    world.recheck = False
    constraints.check_records(world, before)
    world.records.keep()  # what follows is another happening


def _set_aside(world: World, poll: str) -> None:
    """In both worlds the poll itself is over, and nobody is paid for it."""
    world.patch("polls", poll, status="withdrawn")
    world.notes.open_polls = [key for key in world.notes.open_polls if key != poll]


def numbers(world: World) -> Numbers:
    """Every number that records hold by the rules, those of a map each as `field.part`; who is active, who has won, and the end."""
    found: Numbers = {}
    for collection in world.records.collections():
        if collection not in ASIDE:
            own = world.book.schemas.declared(collection)
            for key, record in world.records.items(collection):
                for name, value in record.items():
                    if name in own:
                        _note(found, (collection, key, name), value)
    there = {("players", key, "active"): 1 for key, record in world.records.items("players") if record.get("active")}
    won = {("players", str(winner), WON): 1 for winner in world.game.get("winners") or ()}
    return {**found, **there, **won, **({("game", "game", ENDED): 1} if world.game.get("over") else {})}


def _note(found: Numbers, place: Measure, value: Any) -> None:
    if isinstance(value, Mapping):
        for part, inner in value.items():
            if not isinstance(inner, Mapping):
                _note(found, (*place[:2], f"{place[2]}.{part}"), inner)
    elif is_number(value):
        found[place] = value


def effects(now: Numbers, runs: list[tuple[Numbers, Numbers]]) -> list[Effect]:
    """The numbers that differ in any run, by collection, field and key."""
    places = {
        place
        for without, with_ in runs
        for place in without.keys() | with_.keys()
        if without.get(place) != with_.get(place)
    }
    # A field that only one world has says nothing but that the rule exists, as long as it is nothing in each run.
    told = [p for p in places if any((without.get(p) or 0) != (with_.get(p) or 0) for without, with_ in runs)]
    ordered = sorted(told, key=lambda place: (place[0], place[2], place[1]))
    return [Effect(*place, now.get(place), tuple((a.get(place), b.get(place)) for a, b in runs)) for place in ordered]


def present(files: Mapping[str, str], host: Host) -> Numbers:
    return numbers(World(files, host))


FAILURES: Final = (Refusal, RuleFault)
