"""A season: what people do and what passes make of it, drawn from a seed, over weeks of the game's time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.referee.ports import ForgeError
from engine.storm import edges, faults, islanders, villagers
from engine.storm.hands import Hands
from engine.storm.island import Island
from engine.storm.plan import WEEK, Script, Step, written
from engine.storm.runs import Run, Runs
from engine.storm.weather import Crash

WEEKS: Final = 12
CALM_AFTER: Final = 1_000  # seconds between the end of a season and the clean pass
PLAYS: Final[dict[str, Callable[[Script], None]]] = {"island": islanders.week, "credo": villagers.week}


@dataclass(frozen=True)
class Choice:
    """Which season: a seed, and what is left out of it: weeks at its end, faults by kind, steps by name."""

    seed: int
    ruleset: str = "island"
    weeks: int = WEEKS
    calm: frozenset[str] = frozenset()
    skip: frozenset[str] = frozenset()


def choice_of(seed: int, weeks: int = WEEKS) -> Choice:
    """Of every ten seeds one plays Credo, which costs more, the others the island."""
    return Choice(seed, "credo" if seed % 10 == 3 else "island", weeks)


def steps_of(choice: Choice) -> list[Step]:
    """Who does what and when, in order of time."""
    start = edges.of(choice.seed, choice.calm).start
    return written(choice.seed, start, choice.weeks, PLAYS[choice.ruleset], choice.calm, choice.skip)


@dataclass
class Season:
    """One season under way. `struck` counts what went wrong, by name."""

    choice: Choice
    law: Mapping[str, str]
    struck: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.edge = edges.of(self.choice.seed, self.choice.calm)
        self.start = self.edge.start
        law = {**self.law, **(islanders.FIRST_LAW if self.choice.ruleset == "island" else {})}
        self.island = Island(law, self.choice.ruleset, self.start, self.edge.timezone)
        self.struck = self.island.weather.struck
        self.runs = Runs(self.island.weather, self.make_pass, self.choice.calm)
        self.hands = Hands(self.island, self.runs)

    def play(self) -> None:
        choice = self.choice
        for step in steps_of(choice):
            self.runs.until(step.at)
            self._wait_until(step.at)
            self.hands.chance = random.Random(f"{choice.seed}/step/{step.name}")
            step.act(self.hands)
        end = self.start + choice.weeks * WEEK
        self.runs.until(end)
        self._wait_until(end)
        self.struck.update(edges.crossed(self.edge.timezone, self.start, self.island.clock.now))

    def make_pass(self, run: Run) -> None:
        """A pass that may fail; what it left half done is for the next one."""
        self._wait_until(run.start)
        faults.brew(self.island.weather, self.hands, run.chance, self.choice.calm)
        try:
            self.island.referee().run(run.deleted)
        except (Crash, ForgeError):
            pass
        finally:
            self.island.weather.clear()

    def clear_up(self) -> None:
        """One pass without weather: what was promised must be done by the end of it."""
        self._wait_until(self.island.clock.now + CALM_AFTER)
        self.island.referee().run()

    def _wait_until(self, moment: int) -> None:
        self.island.clock.now = max(self.island.clock.now, moment)
