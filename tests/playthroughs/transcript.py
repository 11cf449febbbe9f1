"""Plays a transcript, a file in the form of an example without `then`, and shows everything that came of it."""

from __future__ import annotations

from pathlib import Path

from engine.game.examples.example_stage import Stage
from engine.game.world.records import PRIVATE
from engine.store import canon, guard, journal
from tests.rulesets.texts import TEXTS

HERE = Path(__file__).parent


def played(path: Path) -> tuple[Stage, list[str]]:
    """The stage after the last step, and what went otherwise than the steps say."""
    content = guard.load(path.read_text(encoding="utf-8"), max_nodes=100_000)
    stage = Stage(content, TEXTS, str(content["ruleset"]))
    return stage, stage.play()


def outcome(stage: Stage) -> dict[str, str]:
    """File name -> text: the records, all that was said, and the journal."""
    world = stage.world
    records = {c: dict(world.records.items(c)) for c in world.records.collections() if c not in PRIVATE}
    world.settle_growing()
    days = {path: text for path, text in world.written.items() if path.startswith("state/journal/")}
    entries = [entry for path in sorted(days) for entry in journal.entries(days[path])]
    return {
        "records.yaml": canon.emit(records),
        "replies.md": "\n\n---\n\n".join(stage.said) + "\n",
        "journal.yaml": canon.emit(entries),
    }
