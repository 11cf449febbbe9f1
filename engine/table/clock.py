"""The time at a table: the real one, or the table's own, which somebody moves forward and which stands still while nobody plays."""

import time
from collections.abc import Callable
from typing import Final

from engine.table.not_done import NotDone

TABLE: Final = "table"
SET_BACK: Final = 60  # seconds: by as much the machine's own clock was moved, and the table's goes on from where it is
_BEGAN: Final = time.time() - time.monotonic()
LATEST: Final = 221_845_392_000  # 9000-01-01: dates end with the year 9999, and rules look ahead


def awake() -> float:
    """The machine's time as it would be, had it not slept since this process began, nor been set."""
    return _BEGAN + time.monotonic()


class Clock:
    """Seconds since the epoch, never less than before. `at` is when the game was left; `ahead` is counted for the table's own,
    which does not go on while the machine sleeps: nobody plays on a laptop that is closed."""

    def __init__(self, kind: str, at: int, real: Callable[[], float] = time.time) -> None:
        self.kind, self.real = kind, awake if kind == TABLE and real is time.time else real
        self.latest = at
        self.ahead = at - int(self.real()) if kind == TABLE else 0

    def __call__(self) -> int:
        now = int(self.real())
        if self.kind == TABLE and self.latest - now - self.ahead > SET_BACK:
            self.ahead = self.latest - now
        self.latest = max(self.latest, now + self.ahead)
        return self.latest

    def move(self, seconds: int) -> None:
        """Forward only; the real time is nobody's to move. Raises ValueError, and NotDone where there are no dates any more."""
        if self.kind != TABLE:
            raise ValueError("the real time cannot be moved")
        if seconds < 0:
            raise ValueError("time goes forward only")
        if self() + seconds > LATEST:
            raise NotDone(
                "The table’s clock goes no further than the year 9000.", "Move it by less, or begin another game."
            )
        self.ahead += seconds

    def reach(self, time: int) -> None:
        """It is that late at least, as the game knows already."""
        if self.kind == TABLE:
            self.ahead += max(0, time - self())
        self.latest = max(self.latest, time)
