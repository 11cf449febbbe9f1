"""Who used how much of what one happening may use: the limits are common, and who burns them is not always who runs last.

Charged is the rule that the engine turned to, with all that it called: its command, its timer, its answer, its handler. What
it takes others to hear of what a rule tells is that rule's, too, unless one of them takes half of all there is.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple


class Payer(NamedTuple):
    """A function of a rule that the engine turned to."""

    slug: str
    function: str


class CallUnderWay(NamedTuple):
    """A call under way: what is called and who pays; the marks, and what had been paid, as it began; whether a rule told it."""

    called: Payer
    payer: Payer
    marks: tuple[int, int]
    paid: tuple[int, int]
    told: bool


NOBODY: Final = Payer("", "")
_NOTHING: Final = (0, 0)
Spent = dict[Payer, tuple[int, int]]  # steps, words
Account = tuple[Spent, tuple[int, int]]


class Tired(Exception):
    """The limit was reached, and another rule than the one that runs has used most of it. For whoever judges the happening."""

    def __init__(self, payer: Payer, line: int) -> None:
        super().__init__(payer, line)
        self.payer, self.line = payer, line


@dataclass
class Ledger:
    """Charges steps and words as they stand when the turn passes from one to the next. `open` while somebody asks for it.

    `limits` are the steps and the words that a happening may use.
    """

    open: bool = False
    limits: tuple[int, int] = (0, 0)
    used: Spent = field(default_factory=dict)
    _calls: list[CallUnderWay] = field(default_factory=list)
    _turns: list[tuple[int, bool]] = field(default_factory=list)  # calls under way as one is turned to; if it is told
    _telling: bool = False
    _marks: tuple[int, int] = (0, 0)

    def afresh(self) -> None:
        """All is counted from nothing again, for the calls under way as well."""
        self.used.clear()
        self._marks = (0, 0)
        self._calls = [call._replace(marks=(0, 0), paid=(0, 0)) for call in self._calls]

    def noted(self) -> Account:
        """What was used so far, to come back to where it turns out to have been for nothing."""
        return {**self.used}, self._marks

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

    def turning(self) -> "Turning":
        """The rule that is called next is turned to by the engine, whichever called the word that made it."""
        return Turning(self)

    def turns(self) -> None:
        """Whoever is called from now on is turned to, until it is `turned` back."""
        self._turns.append((len(self._calls), self._telling))
        self._telling = False

    def turned(self) -> None:
        _, self._telling = self._turns.pop()

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Who is turned to while this lasts is told of something by the rule that runs."""
        before, self._telling = self._telling, True
        try:
            yield
        finally:
            self._telling = before

    def begins(self, slug: str, function: str, steps: int, words: int) -> None:
        self._charge(steps, words)
        calls = self._calls
        depth, told = self._turns[-1] if self._turns else (0, False)
        called, own = Payer(slug, function), len(calls) == depth
        payer = (called if own else calls[-1].payer) if self.open else NOBODY
        paid = self.used.get(payer, _NOTHING)
        calls.append(CallUnderWay(called, payer, self._marks, paid, told and own and depth > 0))

    def ends(self, steps: int, words: int) -> None:
        self._charge(steps, words)
        if self._calls[-1].told:
            self.used = self._borne(self.used, len(self._calls) - 1)
        self._calls.pop()

    def most(self, steps: int, words: int, *, of_words: bool) -> Payer | None:
        """Who used most, by the rule; of equals the first by name. None if it is the one that runs, or nobody in particular."""
        self._charge(steps, words)
        if not self.open or not self._calls:
            return None
        spent = self.used
        for place in reversed(range(len(self._calls))):
            spent = self._borne(spent, place)
        which, totals = int(of_words), dict.fromkeys((payer.slug for payer in spent), 0)
        for payer, used in spent.items():
            totals[payer.slug] += used[which]
        slug = min(totals, key=lambda name: (-totals[name], name), default="")
        if slug in ("", self._calls[-1].payer.slug):
            return None
        return min((p for p in spent if p.slug == slug), key=lambda p: (-spent[p][which], p))

    def at_fault(self, *, of_words: bool) -> Payer | None:
        """Of the calls that the rule which runs has under way, the innermost that used half of a limit alone, or else the rule.

        So nobody is to blame for being called too often, nor for calling what never ends. None if it is on nobody's account.
        """
        if not self.open or not self._calls:
            return None
        which = int(of_words)
        own = [call for call in self._calls if call.payer == self._calls[-1].payer]
        alone = (c.called for c in reversed(own) if 2 * (self._marks[which] - c.marks[which]) > self.limits[which])
        return next(alone, own[0].called)

    def _borne(self, spent: Spent, place: int) -> Spent:
        """What was spent, where the rule that told a call of something bears what it took to hear of it."""
        call = self._calls[place]
        if not call.told:
            return spent
        took = (self._marks[0] - call.marks[0], self._marks[1] - call.marks[1])
        if any(2 * part > limit for part, limit in zip(took, self.limits, strict=True)):
            return spent
        teller, own = self._calls[place - 1].payer, spent.get(call.payer, (0, 0))
        before = spent.get(teller, (0, 0))
        more = (own[0] - call.paid[0], own[1] - call.paid[1])
        return {**spent, call.payer: call.paid, teller: (before[0] + more[0], before[1] + more[1])}

    def _charge(self, steps: int, words: int) -> None:
        """What was used since the last time is on the account of whoever runs."""
        if (steps, words) == self._marks:
            return
        if self._calls:
            payer = self._calls[-1].payer
            used = self.used.get(payer, (0, 0))
            more = max(0, steps - self._marks[0]), max(0, words - self._marks[1])
            self.used[payer] = (used[0] + more[0], used[1] + more[1])
        self._marks = (steps, words)


class Turning:
    """As `Ledger.turning` says. There is one around each call that the engine makes."""

    __slots__ = ("ledger",)

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def __enter__(self) -> None:
        self.ledger.turns()

    def __exit__(self, *_: object) -> None:
        self.ledger.turned()
