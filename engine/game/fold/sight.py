"""What a board is to show of the world beside its records: what is due, how open polls stand, and how rules want things shown."""

from dataclasses import asdict
from typing import Final

from engine.game.exhibits import BoardSight, Counted, Declared, Due
from engine.game.fold import clock
from engine.game.proposals.polls import open_polls
from engine.game.prospects import boards
from engine.game.world.world import World
from engine.law.display import choices, declared

MOST_DUE: Final = 8
MOST_POLLS: Final = 12


def sight(world: World, now: int, *, too_slow: bool) -> BoardSight | None:
    """Of polls the first that are open, by their keys. Nothing of the world is changed.

    None if `too_slow`: it could not be found out before, so it is not tried again.
    """
    if too_slow:
        return None
    with boards.drawing(world, now):
        world.begin_limits()
        return {
            "due": due(world),
            "polls": {key: _count(world, key) for key in open_polls(world)[:MOST_POLLS]},
            **_declared(world),
        }


def _count(world: World, key: str) -> Counted:
    return {"count": boards.standing(world, key).count}


def _declared(world: World) -> Declared:
    """What the rules in force say of collections: how they are shown, their file, the values that a field can have."""
    documents = world.book.ranked
    return {
        "titles": {d.slug: d.title for d in documents if d.kind == "rule"},
        "show": {name: asdict(each) for name, each in declared(documents).items()},
        "one_file": {str(name): collection for d in documents for collection, name in d.files.items()},
        "places": [[*place, values] for place, values in choices(documents).items()],
    }


def due(world: World) -> list[Due]:
    """The next time of each thing that the clock will do, the soonest first."""
    # What was due up to the last entry is over, and so is what has been due since and changed nothing, though no entry tells of it.
    world.notes.position = max([*world.notes.position], [world.now, 9, ""])
    return clock.upcoming(world)[:MOST_DUE]
