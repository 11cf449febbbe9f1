"""Whether a poll's count, or what follows from it, may be another by what happened elsewhere: rules may count by records and other polls.

Of each open poll it is noted how it was counted when it was last shown, so that nothing is written that would read the same.
"""

from collections.abc import Iterable
from typing import Final

from engine.game.replies.board import Standing
from engine.game.world.records import PRIVATE, Place
from engine.game.world.world import World
from engine.law.reach import ANY, reads
from engine.law.rulebook import Rulebook
from engine.store import digest
from engine.store.once import once

COUNTING: Final = ("counted_ballots", "electorate", "quorum")
GAME: Final = ("game", "game")
# Of a poll: by these no rule counts another
_UNSEEN: Final = frozenset({"refused", "since", "roster", "paused", "quorum_at"})


def may_differ(world: World, since: int, places: Iterable[Place]) -> bool:
    """Whether something changed that a rule goes by when it counts."""
    return _touches(world, since, places, _read(world.book, COUNTING))


def may_be_decided_otherwise(world: World, since: int, places: Iterable[Place]) -> bool:
    """Whether the game has ended or goes on again, or something changed that a verdict names in so many words: how a poll stands is
    not asked before it is shown."""
    if of_the_game(world, since, places, "over"):
        return True
    return _touches(world, since, places, _read(world.book, ("verdict",)) - {ANY})


def of_the_game(world: World, since: int, places: Iterable[Place], field: str) -> bool:
    """Whether a field of the game's record is another: `over` where it has ended, or goes on again."""
    return GAME in places and (world.records.before(since, GAME) or {}).get(field) != world.game.get(field)


@once
def _read(book: Rulebook, questions: tuple[str, ...]) -> frozenset[str]:
    """The collections by which rules in force answer these questions."""
    owners = [owner for question in questions for owner in book.speaking_of(question)]
    return frozenset(name for owner in owners for name in reads(book, *owner))


def _touches(world: World, since: int, places: Iterable[Place], read: frozenset[str]) -> bool:
    wanted = [place for place in places if place[0] in read or (ANY in read and place[0] not in PRIVATE)]
    return any(_is_seen(world, since, place) for place in wanted if place[0] != "timers")


def _is_seen(world: World, since: int, place: Place) -> bool:
    if place[0] != "polls":
        return True
    before, after = world.records.before(since, place) or {}, world.records.get(*place) or {}
    return any(before.get(name) != after.get(name) for name in {**before, **after} if name not in _UNSEEN)


def is_otherwise(world: World, key: str, found: Standing) -> bool:
    """Whether a poll is counted otherwise than when it was last shown."""
    noted = world.notes.counts
    return noted.get(key) != _as_noted(found)


def keep(world: World, key: str, found: Standing, *, is_open: bool) -> None:
    """Notes how a poll that is shown now is counted, if others than its own voters may change that."""
    known = world.notes.counts
    rest = {name: noted for name, noted in known.items() if name != key}
    if is_open and _read(world.book, COUNTING):
        rest[key] = _as_noted(found)
    if rest != known:
        world.notes.counts = rest or None


def _as_noted(found: Standing) -> str:
    """All that is counted, as a short hash."""
    parts: list[object] = [found.trouble, found.quorum]
    if found.count is not None:
        ballots = [f"{b['comment']} {b['voter']} {b['choice']} {b['weight']}" for b in found.count["ballots"]]
        parts += [*ballots, *found.count["electors"], found.count["superseded"], found.count["refused"]]
    return digest.sha256("\n".join(str(part) for part in parts))[:16]
