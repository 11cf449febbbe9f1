"""The laws that storms play, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.cli import rules_on_disk
from tests.island import texts
from tests.storms.run import Result, run
from tests.storms.season import Choice, choice_of

ROOT = Path(__file__).parents[2]


@cache
def law(ruleset: str) -> dict[str, str]:
    return texts() if ruleset == "island" else rules_on_disk.read(ROOT)


def play(choice: Choice) -> Result:
    return run(choice, law(choice.ruleset))


def season(seed: int) -> Result:
    """The season that `python -m tests.storms --even --seed` plays."""
    return play(choice_of(seed))
