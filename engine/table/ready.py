"""A child that is there before it is needed: at a table somebody waits for each pass."""

from __future__ import annotations

from engine.referee.judging.spare import Child, Spare


class Ready(Spare):
    """Keeps one between passes, too: another is started for each that is taken, until the table is closed."""

    def take(self) -> Child:
        found = super().take()
        self.prepare()
        return found

    def rest(self) -> None:
        """The end of a pass is no end of the waiting."""

    def close(self) -> None:
        super().rest()
