"""Votes that are judged before the time at which they were said: somebody else deleted them behind the end of an inbox.

No other pass would find them. They count from when they were said, and the clock looks at the poll then.
"""

from engine.game.owned import Ballot
from engine.game.world.world import World


def said(world: World, key: str, ballots: list[Ballot]) -> list[Ballot]:
    """Those of a poll's ballots that count by now. One that was edited stood there before: it counts with what it says since."""
    times = [at for at in world.notes.said_later.get(key, []) if at > world.now]
    return [b for b in ballots if b["edited"] or b["at"] not in times] if times else ballots


def note(world: World, key: str, at: int) -> None:
    """A vote in this poll was said at that time, which may be still to come."""
    if at > world.now:
        times = world.notes.said_later
        world.notes.said_later = {**times, key: sorted({*times.get(key, []), at})}


def due(world: World) -> list[tuple[int, str]]:
    """(time, poll) from which such votes count."""
    return [(at, key) for key, times in world.notes.said_later.items() for at in times]


def forget(world: World) -> None:
    """Lets go of those that count by now."""
    times = world.notes.said_later
    if times:
        left = {key: [at for at in of_it if at > world.now] for key, of_it in times.items()}
        world.notes.said_later = {key: of_it for key, of_it in left.items() if of_it} or None
