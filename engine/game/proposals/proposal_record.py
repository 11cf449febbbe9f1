"""Writes the record of a decided proposal among the files of the happening."""

from __future__ import annotations

from typing import Any

from engine.game.replies import record
from engine.game.world.facts import poll_facts
from engine.game.world.world import World


def write(world: World, key: str, count: dict[str, Any]) -> None:
    """proposals/NNN.md, for polls that are proposals."""
    stored = world.records.get("polls", key) or {}
    if stored.get("number") is None or not stored.get("change"):
        return
    facts = poll_facts(world, key)
    text = record.proposal(
        facts, count, world.now, stored["refused"], str(stored.get("reason") or ""), stored["change"]
    )
    world.moment.files[f"proposals/{stored['number']:03d}.md"] = text
