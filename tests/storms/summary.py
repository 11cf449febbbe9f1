"""What a run of many seasons came to: how many of each kind, what struck, what was never reached, and whether the canary sang."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tests.storms.faults import NAMES, USUALLY
from tests.storms.marks import all_marks
from tests.storms.mood import EVEN
from tests.storms.run import Result

LONG: Final = 300  # seasons, of which some have a canary for sure


@dataclass
class Summary:
    """Counts of everything. A season with a canary is there to be noticed; what else it finds comes of that."""

    struck: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    rulesets: Counter[str] = field(default_factory=Counter)
    fruitful: Counter[str] = field(default_factory=Counter)  # those of the seasons in which something was adopted
    comments: int = 0
    wrong: int = 0
    canaries: int = 0
    unheard: list[int] = field(default_factory=list)
    drawn: bool = False

    def add(self, result: Result) -> None:
        self.struck.update(result.struck)
        self.reached.update(result.reached)
        self.rulesets[result.choice.ruleset] += 1
        self.fruitful[result.choice.ruleset] += result.adopted > 0
        self.comments += result.comments
        self.drawn = self.drawn or result.choice.mood != EVEN
        if result.choice.mood.canary:
            self.canaries += 1
            self.unheard += [] if result.sang else [result.choice.seed]
        elif result.findings:
            self.wrong += 1

    @staticmethod
    def is_wrong(result: Result) -> bool:
        return bool(result.findings) and not result.choice.mood.canary

    @property
    def seasons(self) -> int:
        return self.rulesets.total()

    @property
    def failed(self) -> bool:
        silent = self.drawn and self.seasons >= LONG and not self.canaries
        return bool(self.wrong or self.unheard or silent)

    def lines(self, seconds: float) -> Iterator[str]:
        names = NAMES if self.drawn else USUALLY
        yield from (f"{self.struck[name]:>9}  {name}" for name in dict.fromkeys([*names, *sorted(self.struck)]))
        yield f"Rulesets: {', '.join(f'{name} {count}' for name, count in sorted(self.rulesets.items()))}."
        fruitful = (f"{name} {self.fruitful[name]} of {count}" for name, count in sorted(self.rulesets.items()))
        yield f"Something was adopted: {', '.join(fruitful)}."
        never = [name for name in all_marks() if not self.reached[name]]
        yield f"Of {len(all_marks())} marks never reached: {', '.join(never) or 'none'}."
        if self.drawn:
            yield f"Canaries: {self.canaries}, not noticed: {', '.join(map(str, self.unheard)) or 'none'}."
        yield f"{self.comments} comments, {self.struck.total()} strikes."
        yield f"{self.seasons} seasons, {self.wrong} with findings."
        yield f"{self.seasons / seconds:.1f} seeds a second."
