"""How many polls may be open at once: each is asked about after every happening, so without an end to them nobody would be heard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.game.replies import limit_refusals
from engine.game.world.world import World

MOST_OF_ONE: Final = 50  # opened by one person, or by the clock
MOST: Final = 200  # with an issue of their own


def must_have_room(world: World, opened: Sequence[str], author: str) -> None:
    """Raises Refusal. `opened` are the keys of the polls that are open."""
    if len(opened) < MOST_OF_ONE:
        return
    polls = [world.poll(key) for key in opened]
    if sum(poll.get("author") == author for poll in polls) >= MOST_OF_ONE:
        raise limit_refusals.polls_enough(MOST_OF_ONE)
    if sum(poll.get("tag") is not None for poll in polls) >= MOST:
        raise limit_refusals.polls_enough_of_all(MOST)
