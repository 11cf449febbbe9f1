"""Passes in a thread of their own: one after whatever anyone does, and one when something falls due. Nobody has to wait for it."""

import threading
from collections.abc import Callable
from typing import Final, Self

from engine.referee.intake.reading import LAG
from engine.referee.judging.installed import Installed, Outdated
from engine.table.game import Game

PATIENCE: Final = 12.0  # seconds that a page waits for its answer; later it comes by itself
MOST_WAITING: Final = 12  # pages at once; who comes on top is shown the page that says that it is being judged
PAUSE: Final = 30.0  # seconds between two looks at the clock


class Passes:
    """`with Passes(game, next_due, report) as passes:`; `next_due` is when the clock does what no pass has judged yet, if anything."""

    def __init__(self, game: Game, next_due: Callable[[], int | None], report: Callable[[Exception], None]) -> None:
        self.game, self.next_due, self.report = game, next_due, report
        self.changed = threading.Condition()
        self.waiting = 0
        self.installed, self.outdated = Installed(), False  # the engine's files, and whether they have changed since
        self.wanted, self.made, self.over = 1, 0, False  # the first is for what was left when the game was closed
        self.judged = 0  # the time of the last pass
        self.thread = threading.Thread(target=self._work, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self.changed:
            self.over = True
            self.changed.notify_all()
        self.thread.join(PAUSE)

    @property
    def busy(self) -> bool:
        """Whether something that was done is not judged yet."""
        return self.made < self.wanted

    def settle(self, patience: float = PATIENCE) -> bool:
        """A pass over everything until now; whether it was made before the patience ended."""
        with self.changed:
            self.wanted += 1
            mine = self.wanted
            self.changed.notify_all()
            self.waiting += 1
            try:
                enough = 0.0 if self.waiting > MOST_WAITING else patience
                return self.changed.wait_for(lambda: self.made >= mine or self.over, enough)
            finally:
                self.waiting -= 1

    def _work(self) -> None:
        while not self.over:
            with self.changed:
                upto = self.wanted
            if self.made < upto or self._due():
                began = self.game.clock()
                try:
                    if self.game.settle() is not None:
                        self.judged = began
                except Exception as error:  # the boundary of this thread: the next pass may go better
                    self.report(self.installed.cause_of(error))
            self._look_at_the_engine()
            with self.changed:
                self.made = upto
                self.changed.notify_all()
                self.changed.wait_for(lambda: self.wanted > self.made or self.over, self._sleep())

    def _look_at_the_engine(self) -> None:
        before, self.outdated = self.outdated, self.installed.changed()
        if self.outdated and not before:
            self.report(Outdated())

    def _due(self) -> bool:
        at = self._next()
        return at is not None and self.game.clock() > at

    def _sleep(self) -> float:
        at = self._next()
        return PAUSE if at is None else min(PAUSE, max(1.0, at + 1.0 - self.game.clock()))

    def _next(self) -> int | None:
        """When a pass would judge what comes next; None where nothing does, or one that was made since found nothing in it."""
        try:
            at = self.next_due()
        except Exception as error:  # the same boundary
            self.report(self.installed.cause_of(error))
            return None
        return at + LAG if at is not None and at + LAG >= self.judged else None
