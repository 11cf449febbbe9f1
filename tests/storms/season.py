"""A season: what people do and what passes make of it, drawn from a seed, over weeks of the game's time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from engine.game.prospects.boards import MOST_REDRAWN
from engine.referee.ports import ForgeError
from tests.storms import (
    company,
    edges,
    faults,
    meddling,
    mischief,
    mood,
    upheaval,
    workload_credo,
    workload_island,
    workload_turns,
)
from tests.storms.actors import Actors
from tests.storms.checks import unsaid
from tests.storms.evidence import Evidence
from tests.storms.fault_plan import Crash
from tests.storms.island import Island
from tests.storms.plan import DAY, WEEK, Script, Step, written
from tests.storms.runs import Run, Runs

WEEKS: Final = 12
LONGEST_ELSEWHERE: Final = 4  # weeks
MOST_ELSEWHERE: Final = 1.5  # times as much as usual: other rulesets cost more than the island
CALM_AFTER: Final = 1_000  # seconds between the end of a season and the clean pass
# Workloads written by hand. Any other ruleset is played by the usages of its commands, and by its turns.
PLAYS: Final[dict[str, Callable[[Script], None]]] = {"island": workload_island.week, "credo": workload_credo.week}
# Of twenty seeds, those that do not play the island, which costs least.
ELSEWHERE: Final = {3: "credo", 13: "credo", 7: "frontier", 17: "wayfarers", 11: "starfarers", 19: "assembly"}


@dataclass(frozen=True)
class Choice:
    """Which season: a seed, and what is left out of it: weeks at its end, faults by kind, steps by name."""

    seed: int
    ruleset: str = "island"
    weeks: int = WEEKS
    calm: frozenset[str] = frozenset()
    skip: frozenset[str] = frozenset()
    mood: mood.Mood = mood.EVEN


def choice_of(seed: int, weeks: int = WEEKS) -> Choice:
    """Of every ten seeds one plays Credo, which costs more, the others the island."""
    return Choice(seed, "credo" if seed % 10 == 3 else "island", weeks)


def drawn(seed: int, rulesets: Collection[str], *, mischief: bool = False, upheaval: bool = False) -> Choice:
    """The season of a seed, of any length and density and with any faults, under any of these rulesets; with `mischief` where it is drawn,
    and `upheaval` in each."""
    found = mood.of(seed, faults.WEIGHED)
    found = found if mischief else replace(found, mischief=False, lawless=False)
    found = replace(found, upheaval=upheaval)
    ruleset = ELSEWHERE.get(seed % 20, "island")
    ruleset = ruleset if ruleset in rulesets else "island"
    return Choice(
        seed, ruleset, found.weeks if ruleset == "island" else min(found.weeks, LONGEST_ELSEWHERE), mood=found
    )


def steps_of(choice: Choice) -> list[Step]:
    """Who does what and when, in order of time."""
    start = edges.of(choice.seed, choice.calm).start
    density = choice.mood.density if choice.ruleset == "island" else min(choice.mood.density, MOST_ELSEWHERE)

    def play(script: Script) -> None:
        PLAYS.get(choice.ruleset, workload_turns.week)(script)
        if choice.mood.mischief:
            mischief.week(script, choice.mood.lawless)
            meddling.week(script, choice.seed)
        if choice.mood.upheaval:
            upheaval.week(script, choice.seed)
            company.week(script, choice.seed)

    steps = written(choice.seed, start, choice.weeks, play, choice.calm, choice.skip, density)
    silent = start + choice.mood.silent_after * DAY
    return [replace(s, at=s.at + silence_of(choice)) if s.at >= silent else s for s in steps]


def silence_of(choice: Choice) -> int:
    """How many seconds of a season nobody does anything, and no run starts: as where a game is left alone, and found again."""
    return 0 if mood.SILENCE in choice.calm else choice.mood.silence * WEEK


@dataclass
class Season:
    """One season under way. `struck` counts what went wrong, by name."""

    choice: Choice
    law: Mapping[str, str]
    struck: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.edge = edges.of(self.choice.seed, self.choice.calm)
        self.start = self.edge.start
        law = {**self.law, **(workload_island.FIRST_LAW if self.choice.ruleset == "island" else {})}
        self.island = Island(law, self.choice.ruleset, self.start, self.edge.timezone, sealed=self.choice.mood.mischief)
        self.struck = self.island.fault_plan.struck
        self.runs = Runs(self.island.fault_plan, self.make_pass, self.choice.calm, haste=self.choice.mood.haste)
        self.actors = Actors(self.island, self.runs, canary=self.choice.mood.canary)

    def play(self) -> None:
        choice = self.choice
        for step in steps_of(choice):
            self.runs.until(step.at)
            self._wait_until(step.at)
            self.actors.chance = random.Random(f"{choice.seed}/step/{step.name}")
            step.act(self.actors)
        end = self.start + choice.weeks * WEEK + silence_of(choice)
        self.struck[mood.SILENCE] += silence_of(choice) > 0
        self.runs.until(end)
        self._wait_until(end)
        self.struck.update(edges.crossed(self.edge.timezone, self.start, self.island.clock.now))

    def make_pass(self, run: Run) -> None:
        """A pass that may fail; what it left half done is for the next one."""
        self._wait_until(run.start)
        faults.brew(self.island.fault_plan, self.actors, run.chance, self.choice.calm, self.choice.mood)
        try:
            self.island.referee().run(run.deleted)
        except (Crash, ForgeError):
            pass
        finally:
            self.island.fault_plan.clear()

    def clear_up(self) -> None:
        """A pass without faults: what was promised must be done by the end of it.

        Only what is said of pull requests before they are opened may take as many more as a new law leaves to later ones.
        """
        self._wait_until(self.island.clock.now + CALM_AFTER)
        self.island.referee().run()
        for _ in range(self._greetings() // MOST_REDRAWN):
            self._wait_until(self.island.clock.now + 60)
            self.island.referee().run()

    def _greetings(self) -> int:
        """How many of those are wished for, if one of them is left unsaid."""
        evidence = Evidence(self.island, self.actors.ledger, self.start, self.edge.timezone)

        def is_one(key: str) -> bool:
            return key.startswith("status/") and key.removeprefix("status/") not in evidence.polls

        wished = [key for key in evidence.engine.get("outbox") or {} if is_one(key)]
        return len(wished) if any(map(is_one, unsaid.left(evidence))) else 0

    def _wait_until(self, moment: int) -> None:
        self.island.clock.now = max(self.island.clock.now, moment)
