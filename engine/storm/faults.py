"""What goes wrong around a pass: each fault named, struck at random, and counted."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from engine.referee.ports import ForgeError
from engine.storm.island import Crash, Island

Fault = Callable[[Island, random.Random], None]


def crash_before(island: Island, chance: random.Random) -> None:
    island.fuse.left, island.fuse.after = chance.randrange(6), False


def crash_after(island: Island, chance: random.Random) -> None:
    island.fuse.left, island.fuse.after = chance.randrange(6), True


def push_refused(island: Island, chance: random.Random) -> None:
    island.repository.refuse = "protected branch hook declined"


def push_lost(island: Island, chance: random.Random) -> None:
    island.repository.lose = True


def main_moved(island: Island, chance: random.Random) -> None:
    note = f"note {chance.randrange(1000)}\n"
    island.repository.before_push = lambda: island.commit_by_hand({"notes.txt": note})


def stale_read(island: Island, chance: random.Random) -> None:
    island.forge.hide = chance.randrange(1, 3)


def unreachable(island: Island, chance: random.Random) -> None:
    island.forge.fail = chance.randrange(1, 3)


FAULTS: Final[dict[str, Fault]] = {
    "crash before a side effect": crash_before,
    "crash after a side effect": crash_after,
    "push refused": push_refused,
    "push applied, answer lost": push_lost,
    "main moved before the push": main_moved,
    "stale read": stale_read,
    "error in a list": unreachable,
}


def make_pass(island: Island, chance: random.Random, struck: dict[str, int]) -> None:
    """One run of the workflow, or none, or two; perhaps with a fault."""
    draw = chance.random()
    if draw < 0.1:
        struck["run lost"] = struck.get("run lost", 0) + 1
        return
    if draw < 0.6:
        name = chance.choice(sorted(FAULTS))
        struck[name] = struck.get(name, 0) + 1
        FAULTS[name](island, chance)
    run(island)
    if draw > 0.93:
        struck["run repeated"] = struck.get("run repeated", 0) + 1
        run(island)


def run(island: Island) -> None:
    """A pass that may fail; what it left half done is for the next one."""
    try:
        island.referee().run()
    except (Crash, ForgeError):
        pass
    finally:
        calm(island)


def calm(island: Island) -> None:
    """Faults that found nothing to strike are over with their pass."""
    island.fuse.left = -1
    island.repository.refuse = ""
    island.repository.lose = False
    island.repository.before_push = None
    island.forge.hide = island.forge.fail = 0
