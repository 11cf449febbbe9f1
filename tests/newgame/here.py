"""This repository as a template of a game: what state/ holds until the first pass."""

from __future__ import annotations

from pathlib import Path

from engine.game.fold.genesis import genesis
from engine.template import shipped
from tests.pinned import is_played

ROOT = Path(__file__).parents[2]
RULESET = "credo"
START = 1_767_571_200  # 2026-01-05T00:00:00Z; the clock begins with the first pass, whenever that is


def beginning() -> dict[str, str]:
    """path -> text."""
    return genesis(shipped.law(RULESET), ruleset=RULESET, name="Credo", game_id=RULESET, start=START, waits=True)


if __name__ == "__main__" and not is_played():
    for path, text in beginning().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text)
