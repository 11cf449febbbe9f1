"""Writes the record of a decided proposal among the files of the happening."""

from __future__ import annotations

from typing import Any

from engine.game.replies import record
from engine.game.world.facts import poll_facts
from engine.game.world.world import World


def write(world: World, key: str, count: dict[str, Any], *, quorum: bool) -> None:
    """proposals/NNN.md, for polls that are proposals. `quorum`: the law they were decided by has one."""
    stored = world.records.get("polls", key) or {}
    if stored.get("number") is None or not stored.get("change"):
        return
    facts = poll_facts(world, key)
    reason = str(stored.get("reason") or "")
    text = record.proposal(facts, count, world.now, stored["refused"], reason, stored["change"], quorum=quorum)
    world.moment.files[f"proposals/{stored['number']:03d}.md"] = text
