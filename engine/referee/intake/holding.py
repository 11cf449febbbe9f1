"""What is voted on and cannot be had: nothing is decided about it until it can, and all else goes on."""

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.game.happening import Happening
from engine.game.state import State
from engine.referee import trouble
from engine.referee.intake import checks
from engine.referee.intake.fetching import Fetching
from engine.referee.intake.inbox import Reading
from engine.referee.ports import Denied, ForgeError, Gone, Unprocessable, Unreachable, Unreadable
from engine.store.marks import reached


@dataclass(frozen=True)
class Holding:
    """`add` takes a happening, `withdraw` takes those of this kind back that were added for a thread.

    `must_wait` says whether what cannot be had of a thread may be had soon, so that all waits for it. `decided_at`: when
    something is decided first in a thread, as far as it was judged.
    """

    state: State
    reading: Reading
    fetching: Fetching
    add: Callable[[Happening], None]
    withdraw: Callable[[str, int], None]
    must_wait: Callable[[int, int], bool]
    decided_at: dict[int, int] = field(default_factory=dict)

    def wait_or_hold(self, number: int, error: ForgeError, now: int) -> None:
        """Holds what could not be had; what is held already is not waited for anew. Raises for what may be had soon."""
        self.fetching.must_be_of_one(number, error)
        if self.may_wait(number, now):
            raise (Unreachable(error.cause, error.remedy) if isinstance(error, Unreadable) else error)
        self.hold(number, error.cause, now)

    def may_wait(self, number: int, now: int) -> bool:
        """Whether all waits for what cannot be had of a thread: once, and for a quarter of an hour."""
        return not self.is_held(number) and self.must_wait(number, now)

    def hold(self, number: int, why: str, now: int) -> None:
        """Before anything else is judged: nothing is decided there, for this reason."""
        self.withdraw("unread", number)
        if not self.is_held(number):
            self._add(number, why, self._before_verdict(number), now, once=True)

    def _let_go(self, number: int, now: int) -> None:
        """Not before what was said there meanwhile: the next pass does where that is cut off, or said in this very second."""
        time = self.reading.settled_at(number)
        self.withdraw("unread", number)
        if time <= now:
            self._add(number, "", time, now, once=False)

    def _add(self, number: int, why: str, time: int, now: int, *, once: bool) -> None:
        common: Happening = {"thread": number, "actor": None, "time": time, "seen_at": now}
        id_ = f"unread/{number}/{now}" if why else f"unread/{number}/{now}/over"  # both may be in one second
        held: Happening = {"id": id_, "kind": "unread", "why": why, **common}
        self.add({**held, "once": True} if once else held)

    def _before_verdict(self, number: int) -> int:
        """Before anything else is judged; in a thread that comes to be known by what is judged now, after that."""
        if self.state.thread(number) is not None:
            return self.state.time
        return max(self.reading.known_at(number), self.decided_at.get(number, 0) - 1)

    def is_held(self, number: int) -> bool:
        return bool((self.state.thread(number) or {}).get("unread"))

    def look_again(self, number: int, now: int, head: str = "") -> None:
        """What is held is let go when all of it can be had, and where it is gone: then it is not waited for.

        `head` is the one that it has by now, if another was known.
        """
        if not self.is_held(number):
            return
        try:
            if self._is_shown(number, head):
                self._let_go(number, now)
        except ForgeError as error:
            self.fetching.must_be_of_one(number, error)

    def held(self) -> set[int]:
        """The threads in which something is held: whatever became of them meanwhile is read before it is let go."""
        return {number for number in self._voted() if self.is_held(number)}

    def hold_unshown(self, now: int) -> None:
        """What is voted on in threads that a list shows and nobody can read: they may be closed by now."""
        for number in self._voted().intersection(self.fetching.unshown):
            reached("what is voted on in a thread that nobody can read")
            self.hold(number, self.fetching.troubles[number].cause, now)

    def _voted(self) -> set[int]:
        polls = map(self.state.poll, self.state.notes.open_polls)
        threads = (poll["thread"] for poll in polls if poll is not None)
        return {number for number in threads if number is not None}.union(map(int, self.state.notes.rescues))

    def troubles(self) -> list[str]:
        """What this reading could not have of one thread each, for operators; with what to do where it is for them."""
        found = sorted(self.fetching.troubles.items())
        return [f"#{n}: {e.cause}" + (f". {e.remedy}" if isinstance(e, Denied) else "") for n, e in found]

    def look_at_issues(self, now: int) -> None:
        """Polls in issues of their own: no list of pull requests leads to them."""
        for key in self.state.notes.open_polls:
            poll = self.state.poll(key)
            number = poll["thread"] if poll is not None else None
            if number is not None and not (self.state.thread(number) or {}).get("head"):
                self.look_again(number, now)

    def _is_shown(self, number: int, head: str) -> bool:
        """Whether all that a verdict asks for can be had. Raises what keeps it from being had."""
        if number in self.fetching.unshown:
            return False
        known, forge = self.state.thread(number) or {}, self.fetching.forge
        head = head or str(known.get("head") or "")
        try:
            if head:
                self.fetching.shown(number, head)
                self.fetching.again(number, head)
        except Unreadable:
            return False
        except (Gone, Unprocessable):
            reached("held pull request is gone")
        try:
            trouble.every_comment(forge, number)
        except Gone:
            return trouble.is_gone(forge, number)
        for watched, its in checks.watched(self.state):
            if watched == number:
                checks.look(forge, its if its.get("head") == head else {"head": head})
        return True
