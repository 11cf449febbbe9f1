"""What bounds what is only shown: which functions of rules are not run for it any more, and how long all of it may take.

While something is judged there is no such bound: what comes of that must not hang on the machine.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.law.running.blame import RuleFault
from engine.law.running.fuse import Fuse

Unasked = Mapping[tuple[str, str], tuple[int, str]]


@dataclass
class Showing:
    """`unasked`: (rule, function) -> (line, why) of what ended the process as something was shown.

    `most`: seconds that all of it may take, by a `clock` that is handed in, or else as the `fuse` burns, which is anew for each
    part of it. `met`: whether something unasked was to be run.
    """

    unasked: Unasked
    fuse: Fuse | None = None
    most: float = 0.0
    clock: Callable[[], float] | None = None
    met: bool = False
    begun: float = field(init=False)

    def __post_init__(self) -> None:
        self.begun = self._spent()

    @property
    def is_hurried(self) -> bool:
        """Whether only what nobody can do without is to be asked still: most of the time of this part is over, or of all."""
        return self.is_over or (self.fuse is not None and self.fuse.is_low)

    @property
    def is_over(self) -> bool:
        """Whether all that is shown has taken its time."""
        return self._spent() - self.begun > self.most

    def _spent(self) -> float:
        if self.clock is not None:
            return self.clock()
        return self.fuse.burnt if self.fuse is not None else 0.0

    def must_be_asked(self, slug: str, function: str) -> None:
        """Raises RuleFault for what is not run for this any more."""
        known = self.unasked.get((slug, function))
        if known is not None:
            self.met = True
            raise RuleFault(slug, function, *known)
