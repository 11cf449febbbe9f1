"""A failing season made small: fewer weeks, fewer kinds of faults, fewer steps, as long as it still finds something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tests.storms.faults import NAMES
from tests.storms.season import Choice, steps_of

MOST_TRIES: Final = 150
_PARTICULAR = re.compile(r"[{[(].*[)\]}]|'.*?'|#?\w*\d\w*|/\S+")
# Whether a season still finds something.
Fails = Callable[[Choice], bool]


@dataclass
class Shrinking:
    """`choice` is the smallest season so far that fails."""

    choice: Choice
    fails: Fails
    left: int = MOST_TRIES

    def run(self) -> Choice:
        self._weeks()
        for name in NAMES:
            self._try(replace(self.choice, calm=self.choice.calm | {name}))
        self._steps()
        return self.choice

    def _try(self, smaller: Choice) -> bool:
        if self.left <= 0 or smaller == self.choice:
            return False
        self.left -= 1
        if self.fails(smaller):
            self.choice = smaller
            return True
        return False

    def _weeks(self) -> None:
        """The shortest beginning that fails, by halving."""
        low, high = 1, self.choice.weeks
        while low < high:
            middle = (low + high) // 2
            if self._try(replace(self.choice, weeks=middle)):
                high = middle
            else:
                low = middle + 1

    def _steps(self) -> None:
        """Leaves out ever smaller runs of steps."""
        size = len(steps_of(self.choice)) // 2
        while size >= 1 and self.left > 0:
            for chunk in _chunks([step.name for step in steps_of(self.choice)], size):
                self._try(replace(self.choice, skip=self.choice.skip | frozenset(chunk)))
            size //= 2


def _chunks(names: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (names[at : at + size] for at in range(0, len(names), size))


def smallest(choice: Choice, fails: Fails, tries: int = MOST_TRIES) -> Choice:
    """A season as small as so many tries make it, that still fails."""
    return Shrinking(choice, fails, tries).run()


def kinds(findings: Iterable[str]) -> frozenset[str]:
    """What is wrong, without the numbers, names and values of one season: what is left of it in a smaller one."""
    return frozenset(_PARTICULAR.sub("", finding.split("\n", 1)[0]) for finding in findings)
