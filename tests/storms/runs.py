"""When passes begin: the forge starts a run for an event; late, never, twice, out of turn, pushed out by a newer one."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.referee.ports import Deletion
from tests.storms.fault_plan import FaultPlan

LATEST: Final = 25 * 3_600
FATES: Final = {
    "event lost": 0.08,
    "run never started": 0.05,
    "run late": 0.06,
    "event duplicated": 0.05,
    "event reordered": 0.05,
}
EVICTED: Final = "pending run evicted"


@dataclass(order=True)
class Run:
    """A run that waits for its start; `deleted` is what its event told of a deleted comment."""

    start: int
    place: int
    chance: random.Random = field(compare=False)
    deleted: Deletion | None = field(compare=False, default=None)


@dataclass
class Runs:
    """The queue of one repository. `make` makes the pass; `calm` are fates that do not befall anything."""

    fault_plan: FaultPlan
    make: Callable[[Run], None]
    calm: frozenset[str] = frozenset()
    haste: float = 1.0  # by how much likelier than usual each fate is
    waiting: list[Run] = field(default_factory=list)
    count: int = 0

    def event(self, now: int, chance: random.Random, deleted: Deletion | None = None) -> None:
        """Something happened: a run is asked for, and what becomes of it is drawn."""
        fate = self._fate(chance)
        delay, late, pushed = chance.randint(20, 60), chance.randint(600, LATEST), chance.random() < 0.7
        if fate in ("event lost", "run never started"):
            return
        if self.waiting and pushed and EVICTED not in self.calm:
            self.waiting.remove(max(self.waiting))
            self.fault_plan.strike(EVICTED)
        delay = late if fate == "run late" else delay + late % 3_600 if fate == "event reordered" else delay
        self._ask(now + delay, chance, deleted)
        if fate == "event duplicated":
            self._ask(now + delay + 30, chance, deleted)

    def sweep(self, now: int, chance: random.Random) -> None:
        """The scheduled run, which no event is needed for."""
        self._ask(now, chance, None)

    def until(self, moment: int) -> None:
        """Makes every pass that is to begin before a moment."""
        while self.waiting and min(self.waiting).start < moment:
            run = min(self.waiting)
            self.waiting.remove(run)
            self.make(run)

    def _ask(self, start: int, chance: random.Random, deleted: Deletion | None) -> None:
        self.count += 1
        self.waiting.append(Run(start, self.count, random.Random(chance.random()), deleted))

    def _fate(self, chance: random.Random) -> str:
        draw = chance.random()
        for name, likely in FATES.items():
            draw -= likely * self.haste
            if draw < 0:
                if name in self.calm:
                    return ""
                self.fault_plan.strike(name)
                return name
        return ""
