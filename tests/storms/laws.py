"""The laws that storms play, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.cli import rules_on_disk
from engine.storm.run import Result, run
from engine.storm.season import Choice, choice_of
from tests.island import texts

ROOT = Path(__file__).parents[2]


@cache
def law(ruleset: str) -> dict[str, str]:
    return texts() if ruleset == "island" else rules_on_disk.read(ROOT)


def play(choice: Choice) -> Result:
    return run(choice, law(choice.ruleset))


def season(seed: int) -> Result:
    """The season that `nomic storm --even --seed` plays."""
    return play(choice_of(seed))
