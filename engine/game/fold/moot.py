"""Timers that have nothing left to do: of what they were set for something else has disposed, and no rule took them back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.consulting import asking
from engine.game.refusal import Refusal
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.documents.mentioned import mentioned
from engine.law.running.blame import RuleFault


def is_moot(world: World, timer: Mapping[str, Any]) -> bool:
    """Whether nothing follows from a timer (a record) if all stays as it is now: its function would change and say nothing.

    A function without a statement is called for the sake of its time alone: polls are looked at after it.
    """
    rule, run = timer["rule"], timer["run"]
    if not asking.can_run(world, rule, run):
        return True
    if rule in world.book.broken or run in mentioned(world.book.documents[rule].code).empty:
        return False
    with supposing(world, now=max(timer["at"], world.now), reading=world.moment.reading + 1):
        try:
            asking.run(world, rule, run, **timer["data"])
        except (Refusal, RuleFault):  # it would change something, or say what is wrong
            world.host.relieve()
            return False
    return True
