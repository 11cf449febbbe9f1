"""Who used how much of what one happening may use: the limits are common, and who burns them is not always who runs last.

Charged is the rule that the engine turned to, with all that it called: its command, its timer, its answer, its handler.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple


class Payer(NamedTuple):
    """A function of a rule that the engine turned to."""

    slug: str
    function: str


NOBODY: Final = Payer("", "")
Account = tuple[dict[Payer, list[int]], tuple[int, int]]


class Tired(Exception):
    """The limit was reached, and another rule than the one that runs has used most of it. For whoever judges the happening."""

    def __init__(self, payer: Payer, line: int) -> None:
        super().__init__(payer, line)
        self.payer, self.line = payer, line


@dataclass
class Ledger:
    """Charges steps and words as they stand when the turn passes from one to the next. `open` while somebody asks for it."""

    open: bool = False
    used: dict[Payer, list[int]] = field(default_factory=dict)  # [steps, words]
    _payers: list[Payer] = field(default_factory=list)  # one for each call under way
    _turns: list[int] = field(default_factory=list)  # at how many calls under way the engine turns to a rule
    _marks: tuple[int, int] = (0, 0)

    def afresh(self) -> None:
        self.used.clear()
        self._marks = (0, 0)

    def noted(self) -> Account:
        """What was used so far, to come back to where it turns out to have been for nothing."""
        return {payer: [*used] for payer, used in self.used.items()}, self._marks

    def back_to(self, account: Account) -> None:
        self.used, self._marks = account

    @contextmanager
    def opened(self, *, by_whom: bool = True) -> Iterator[None]:
        """While this lasts it is asked who used most; or, not `by_whom`, what is used is on nobody's account."""
        before, self.open = self.open, by_whom
        try:
            yield
        finally:
            self.open = before

    @contextmanager
    def turning(self) -> Iterator[None]:
        """The rule that is called next is turned to by the engine, whichever called the word that made it."""
        self._turns.append(len(self._payers))
        try:
            yield
        finally:
            self._turns.pop()

    def begins(self, slug: str, function: str, steps: int, words: int) -> None:
        self._charge(steps, words)
        own = len(self._payers) == (self._turns[-1] if self._turns else 0)
        payer = Payer(slug, function) if own else self._payers[-1]
        self._payers.append(payer if self.open else NOBODY)

    def ends(self, steps: int, words: int) -> None:
        self._charge(steps, words)
        self._payers.pop()

    def most(self, steps: int, words: int, *, of_words: bool) -> Payer | None:
        """Who used most, by the rule; of equals the first by name. None if it is the one that runs, or nobody in particular."""
        self._charge(steps, words)
        if not self.open or not self._payers:
            return None
        which, totals = int(of_words), dict.fromkeys((payer.slug for payer in self.used), 0)
        for payer, used in self.used.items():
            totals[payer.slug] += used[which]
        slug = min(totals, key=lambda name: (-totals[name], name), default="")
        if slug in ("", self._payers[-1].slug):
            return None
        return min((p for p in self.used if p.slug == slug), key=lambda p: (-self.used[p][which], p))

    def _charge(self, steps: int, words: int) -> None:
        """What was used since the last time is on the account of whoever runs."""
        if self._payers:
            used = self.used.setdefault(self._payers[-1], [0, 0])
            used[0] += max(0, steps - self._marks[0])
            used[1] += max(0, words - self._marks[1])
        self._marks = (steps, words)
