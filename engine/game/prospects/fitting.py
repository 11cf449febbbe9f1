"""Whether the records there are fit a proposal's law, found before it is adopted: else it would be refused as it lands."""

from __future__ import annotations

from engine.game.consulting import constraints
from engine.game.owned import Change
from engine.game.prospects import trial
from engine.game.refusal import Refusal
from engine.game.world import changes
from engine.game.world.facts import poll_facts
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.running.blame import RuleFault


def misfit(world: World, key: str) -> Refusal | None:
    """What is wrong with the first record that does not fit, though what the rules do as it lands is tried; None if all fit."""
    record = world.poll(key)
    if not any(map(_declares, poll_facts(world, key)["changes"])):
        return None
    before, texts = world.book, changes.applied(world, changes.content(world, record["change"]))
    found = constraints.foreseen(world, world.law_of(before.ruleset, texts).book, before)
    if found is None:
        return None
    with supposing(world, thread=record["thread"], reading=0, trial=True):
        try:
            trial.adopt(world, texts)
        except (Refusal, RuleFault):  # what stands in its way besides is said where it is opened, or as it lands
            return found
        return constraints.foreseen(world, world.book, before)


def _declares(change: Change) -> bool:
    """Whether a rule says something of records, or did: without that no law need be read."""
    return any("state" in (one or {}).get("front", {}) for one in (change, change["was"]))
