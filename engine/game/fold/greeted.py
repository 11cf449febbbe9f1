"""Pull requests before a vote: a player's is greeted when its commits are known, and again when it is called otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.game.entries import Outcome
from engine.game.proposals import pulls
from engine.game.prospects import greeting
from engine.game.world import wishes
from engine.game.world.world import World

_MATTERS: Final = ("title", "base", "state")


def head_moved(world: World) -> Outcome:
    outcome = pulls.head_moved(world)
    world.moment.worth = greeting.want(world, str(world.moment.happening["thread"])) or world.moment.worth
    return outcome


def thread_changed(world: World) -> Outcome:
    thread = str(world.moment.happening["thread"])
    before = world.thread(thread)
    outcome = pulls.thread_changed(world)
    now = world.thread(thread)
    if all(before.get(part) == now.get(part) for part in _MATTERS):
        return outcome
    if greeting.want(world, thread):
        world.moment.worth = True
        return outcome
    if now.get("state") != "open" and world.records.get("polls", thread) is None:
        wishes.give_up_status(world, thread)
    return outcome


ACTS: Final[dict[str, Callable[[World], Outcome]]] = {"head": head_moved, "thread": thread_changed}
