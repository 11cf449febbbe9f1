"""The checks of polls as one reading finds them. Where nobody can tell them, the poll waits for that and no other does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.game.happening import Happening
from engine.game.owned import Thread
from engine.game.state import State
from engine.referee import checks, returning
from engine.referee.holding import Holding
from engine.referee.ports import Forge, ForgeError
from engine.store.marks import reached


@dataclass
class Watching:
    """`add` takes what is found."""

    forge: Forge
    state: State
    add: Callable[[Happening], None]
    holding: Holding

    def before_verdict(self, number: int, now: int) -> None:
        """They are looked at once more: else a verdict would go by what they were when somebody spoke."""
        for thread, known in checks.watched(self.state):
            if thread == number:
                self.look(number, known, now)

    def look(self, number: int, known: Thread, now: int) -> None:
        """Where something hangs on it: a poll of which nobody can tell is held."""
        try:
            self.note(number, known, now)
        except ForgeError as error:
            reached("checks that nobody can tell")
            self.holding.wait_or_hold(number, error, now)

    def note(self, number: int, known: Thread, now: int) -> None:
        """What is found goes before all that is judged now. Raises for what cannot be told."""
        found = checks.look(self.forge, known)
        if found is not None:
            seen = self.state.notes.get("seen") or {}
            id_ = returning.checks(seen, str(number), str(known["head"]), found, now)
            common: Happening = {"thread": number, "actor": None, "time": self.state.time, "seen_at": now}
            self.add({"id": id_, "kind": "checks", "checks": found, **common})
