"""Pull requests before a vote: a player's is greeted when its commits are known, and again when it is called otherwise, or has other
checks and a rule looks at them.

Where one that is voted on is called or described otherwise, its board is drawn anew.
"""

from collections.abc import Callable
from typing import Final

from engine.game.entries import Outcome
from engine.game.fold import issues
from engine.game.happening import DONE
from engine.game.proposals import polls, pulls
from engine.game.prospects import boards, greeting
from engine.game.world import wishes
from engine.game.world.world import World

_MATTERS: Final = ("title", "base", "state")


def head_moved(world: World) -> Outcome:
    outcome = pulls.head_moved(world)
    return _shown(world, outcome) if greeting.want(world, str(world.moment.happening["thread"])) else outcome


def thread_changed(world: World) -> Outcome:
    thread = str(world.moment.happening["thread"])
    before = world.thread(thread)
    outcome = pulls.thread_changed(world)
    now = world.thread(thread)
    if issues.tell_of_edit(world, before):
        return DONE
    if thread in polls.open_polls(world) and boards.is_reworded(world, before, now):
        return _shown(world, outcome)
    if all(before.get(part) == now.get(part) for part in _MATTERS):
        return outcome
    if greeting.want(world, thread):
        return _shown(world, outcome)
    if now.get("state") != "open" and "rescued" not in now and world.records.get("polls", thread) is None:
        wishes.give_up_status(world, thread)
    return outcome


def checks_changed(world: World) -> Outcome:
    thread = str(world.moment.happening["thread"])
    before = world.thread(thread)
    outcome = pulls.checks_changed(world)
    if boards.is_checked(world, before, world.thread(thread)):
        greeting.want(world, thread)
    return outcome


def _shown(world: World, outcome: Outcome) -> Outcome:
    """Something is to be shown, which is to be written down: if that is all, no vote is complete by it."""
    world.moment.only_shown = outcome["is"] == "ignored"
    return DONE


ACTS: Final[dict[str, Callable[[World], Outcome]]] = {
    "head": head_moved,
    "thread": thread_changed,
    "checks": checks_changed,
}
