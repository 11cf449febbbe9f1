"""The checks of polls as one reading finds them. Where nobody can tell them, the poll waits for that and no other does."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.game.happening import Happening, position
from engine.game.owned import KnownThread
from engine.game.state import State
from engine.referee.intake import checks, returning
from engine.referee.intake.holding import Holding
from engine.referee.intake.inbox import Reading
from engine.referee.intake.known_votes import KnownVotes
from engine.referee.ports import Forge, ForgeError
from engine.store.marks import reached


@dataclass(frozen=True)
class Watching:
    """`add` takes what is found, `withdraw` takes back what was found in a thread."""

    forge: Forge
    state: State
    reading: Reading
    add: Callable[[Happening], None]
    withdraw: Callable[[str, int], None]
    holding: Holding

    def before_verdict(self, number: int, now: int, known: KnownVotes, first: int) -> None:
        """They are looked at once more: else a verdict would go by what they were when somebody spoke, or by none.

        Time `first` is before all that may decide. By what is found the
        poll may be complete: that is for what decides there by then, unless they were to be looked at anyway.
        """
        if not checks.matter(known.paths):
            return
        decided_at = known.decided_at
        found = [h for h in self.reading.inbox if h["kind"] == "checks" and h["thread"] == number]
        noted = [h["time"] for h in found if h["time"] <= decided_at]
        ahead = all(h.get("ahead", False) for h in found if h["time"] <= decided_at)
        before = decided_at - 1 if decided_at > self.state.time else first
        self.withdraw("checks", number)
        self._look(number, now, min(noted, default=before), until=decided_at, ahead=ahead)

    def look(self, number: int, now: int) -> None:
        """Where something hangs on it: a poll of which nobody can tell is held."""
        self._look(number, now, self.reading.settled_at(number))

    def note(self, number: int, now: int) -> None:
        """Raises for what cannot be told."""
        self._note(number, now, self.reading.settled_at(number))

    def _look(self, number: int, now: int, time: int, until: int | None = None, *, ahead: bool = False) -> None:
        try:
            self._note(number, now, time, until, ahead=ahead)
        except ForgeError as error:
            reached("checks that nobody can tell")
            self.holding.wait_or_hold(number, error, now)

    def _note(self, number: int, now: int, time: int, until: int | None = None, *, ahead: bool = False) -> None:
        """Notes those of the head that is there `until` then, at that `time`, but not before that head."""
        known, since = self._known(number, until)
        found = checks.look(self.forge, known) if known.get("head") else None
        if found is not None:
            seen = self.state.notes.seen
            id_ = returning.checks(seen, str(number), str(known["head"]), found, now)
            common: Happening = {"thread": number, "actor": None, "time": max(time, since), "seen_at": now}
            if since:
                common["order"] = f"heads/{number}"  # behind the `head/...` of that very second
            if ahead:
                common["ahead"] = True
            self.add({"id": id_, "kind": "checks", "checks": found, **common})

    def _known(self, number: int, until: int | None) -> tuple[KnownThread, int]:
        """What is known of a thread by then, and since when: of a head that is only read now nothing yet."""
        known: KnownThread = self.state.thread(number) or {}
        read = [h for h in self.reading.inbox if h["kind"] == "head" and h["thread"] == number]
        others = [h for h in read if h["head"] != known.get("head") and (until is None or h["time"] <= until)]
        if not others:
            return known, 0
        newest = max(others, key=position)
        return {**known, "head": str(newest["head"]), "checks": "pending"}, newest["time"]
