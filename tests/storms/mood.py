"""What kind of season it is: how long, how full, how stormy, and what people are up to; drawn from the seed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

# How many faults strike a pass: one of these is drawn before each.
USUAL: Final = (0, 0, 0, 1, 1, 1, 2)
SKIES: Final = (USUAL, USUAL, (0, 0, 0, 0, 1), (1, 1, 2, 3), (0,) * 19 + (4,))
# (weeks, how many times as much happens as in a usual week): short and full finds most in equal time.
SHAPES: Final = ((12, 1.0), (2, 5.0), (2, 5.0), (1, 8.0), (4, 2.5), (6, 1.5), (3, 1.0))
FAVOURED: Final = 4.0
SILENCE: Final = "long silence"
SELDOM_SILENT: Final = 0.08
SILENCES: Final = (6, 14, 30, 60)  # weeks


@dataclass(frozen=True)
class Mood:
    """`weights` are of the faults by name (1 if not there); `mischief` and `lawless` are what some seasons have more of.

    `silence` is for how many weeks everyone falls silent, people and passes, and `silent_after` after how many days.
    """

    weeks: int = 12
    density: float = 1.0
    skies: tuple[int, ...] = USUAL
    haste: float = 1.0  # by how much likelier a run is lost, late or doubled
    weights: Mapping[str, float] = field(default_factory=dict)
    mischief: bool = False
    lawless: bool = False
    canary: bool = False
    upheaval: bool = False
    silence: int = 0
    silent_after: int = 0


EVEN: Final = Mood()


def of(seed: int, names: tuple[str, ...]) -> Mood:
    """`names` are the faults that can be favoured."""
    chance = random.Random(f"{seed}/mood")
    weeks, density = chance.choice(SHAPES)
    skies, haste = chance.choice(SKIES), chance.choice((0.3, 1.0, 1.0, 2.5))
    weights = dict.fromkeys(chance.sample(sorted(names), 2), FAVOURED)
    beside = random.Random(f"{seed}/{SILENCE}")
    silence = beside.choice(SILENCES) if beside.random() < SELDOM_SILENT else 0
    mischief, lawless = chance.random() < 0.4, chance.random() < 0.15
    canary = chance.randrange(100) == 0
    found = Mood(weeks, density, skies, haste, weights, mischief or lawless, lawless, canary)
    return replace(found, silence=silence, silent_after=beside.randrange(1, 7 * min(weeks, 4)))
