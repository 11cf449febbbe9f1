"""The plan of a season: who does what and when, drawn week by week, so that a shorter season is the beginning of a longer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from tests.storms.actors import Actors

HOUR: Final = 3_600
DAY: Final = 86_400
WEEK: Final = 7 * DAY

Act = Callable[[Actors], None]


@dataclass(frozen=True)
class Step:
    """One thing that somebody does. `name` is `week.place`: it stays the same when other steps are left out."""

    at: int
    name: str
    what: str
    act: Act


@dataclass
class Script:
    """One week as it is written; `chance` draws the week, each act draws for itself when it is played."""

    number: int
    start: int
    chance: random.Random
    steps: list[Step] = field(default_factory=list)
    density: float = 1.0  # how many times as much happens as in a usual week

    def add(self, at: int, what: str, act: Act) -> None:
        self.steps.append(Step(at, f"{self.number}.{len(self.steps)}", what, act))

    def some_time(self, first: int = 0, last: int = 6) -> int:
        """A moment on one of these days of the week."""
        return self.start + self.chance.randrange(first * DAY, (last + 1) * DAY)

    def often(self, likely: float) -> bool:
        return self.chance.random() < min(0.95, likely * self.density)

    @property
    def times(self) -> int:
        """How often that is done which is done once in a usual week."""
        return max(1, round(self.density))


def written(
    seed: int,
    start: int,
    weeks: int,
    play: Callable[[Script], None],
    calm: Iterable[str],
    skip: Iterable[str],
    density: float = 1.0,
) -> list[Step]:
    """The steps of a season in order of time, without those that are left out by kind or by name."""
    steps: list[Step] = []
    for week in range(weeks):
        script = Script(week, start + week * WEEK, random.Random(f"{seed}/week/{week}"), density=density)
        play(script)
        steps += script.steps
    kinds, names = frozenset(calm), frozenset(skip)
    kept = [step for step in steps if step.what not in kinds and step.name not in names]
    return sorted(kept, key=lambda step: step.at)
