"""What goes wrong inside one pass: set before it begins, struck when its moment comes, counted, and over with the pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from engine.referee.ports import (
    Comment,
    Denied,
    Exhausted,
    Gone,
    Mute,
    PushRefused,
    Rationed,
    Thread,
    Unprocessable,
    Unreachable,
)

# The permission that GitHub asks for, by what the engine does.
SCOPES: Final = {
    "push": "contents",
    "create_comment": "issues",
    "edit_comment": "issues",
    "create_issue": "issues",
    "update_issue": "issues",
    "add_labels": "issues",
    "remove_label": "issues",
    "react": "issues",
    "set_status": "statuses",
    "delete_comment": "issues",
}


LATELY: Final = 300  # seconds: what a list lacks by mistake it has the next time, and has not been there for long
T = TypeVar("T", Comment, Thread)


class Crash(BaseException):
    """The process of a pass ends here, wherever that is; nothing of the engine's may catch it."""


@dataclass
class FaultPlan:
    """One pass's faults. Numbers count down: at 0 the fault strikes, below it does not.

    `shut`, `absent`, `locked` and `doubled` count requests until one is refused, not found, shut out or carried out twice; from `spent`
    on the limit is used up. `old_ones` are the seconds by which one thing lags behind, `old_heads` and `old_main` how often it is so,
    `untold` and `roleless` are 1 where nobody tells of edits, or of roles.
    `moments` are things that happen in the middle of a pass: (how many calls of the ports from now, what, its name).
    """

    struck: Counter[str] = field(default_factory=Counter)
    crash: int = -1
    crash_after: bool = False
    error: int = -1
    error_after: bool = False
    without: str = ""
    lag: int = 0
    page_size: int = 0
    limit_at: int = -1
    gap: int = -1
    denial: int = -1
    locked: int = -1
    absent: int = -1
    spent: int = -1
    doubled: int = -1
    shut: int = -1
    unlisted: int = -1
    unlisted_thread: int = -1
    old_heads: int = 0
    old_ones: int = 0
    old_main: int = 0
    hidden_heads: int = 0
    unprocessable: int = -1
    untold: int = 0
    roleless: int = 0
    refuse: bool = False
    lose: bool = False
    moments: list[tuple[int, Callable[[], None], str]] = field(default_factory=list)

    def clear(self) -> None:
        """The pass is over, and with it whatever found nothing to strike."""
        fresh = FaultPlan()
        for name, value in vars(fresh).items():
            if name != "struck":
                setattr(self, name, value)

    def strike(self, name: str) -> None:
        self.struck[name] += 1

    # what the ports tell

    def read(self, name: str) -> None:
        """Before a read. Raises Unreachable or Denied."""
        self._meanwhile()
        self._spend(name)
        self._shut(name)
        self._fail(name)

    def watch(self, name: str, done: bool) -> None:
        """Around a side effect. Raises Crash, Unreachable, Denied or PushRefused."""
        if not done:
            self._meanwhile()
            self._permit(name)
            self._dislike(name)
            self._miss(name)
            self._lock(name)
            self._spend(name)
        self._crash(name, done)
        if done == self.error_after:
            self._fail(name)
        if name == "push":
            self._push(done)

    def deny(self, name: str) -> None:
        """Before one thing is shown that is there. Raises Gone."""
        if self.denial < 0:
            return
        self.denial -= 1
        if self.denial < 0:
            self.strike("404 of what is there")
            raise Gone(f"GitHub answered 404 to {name}")

    def tell_of_edits(self) -> None:
        """Before it is told whether something was edited, and when. Raises Rationed, as where an hour's questions are used up."""
        if self.untold:
            self.strike("edits not told")
            raise Rationed("GitHub tells no more of edits in this hour", "The next hour has others.")

    def tell_of_a_role(self) -> None:
        if self.roleless:
            self.strike("roles not told")
            raise Unreachable("GitHub answered 502 to a permission", "The next pass tries again.")

    def lacking(self, found: list[Comment]) -> list[Comment]:
        """A thread's comments, of which one that is a vote is missing once."""
        votes = [comment for comment in found if comment.body.strip().lower() in ("yay", "nay")]
        if self.gap < 0 or not votes:
            return found
        lost, self.gap = votes[self.gap % len(votes)], -1
        self.strike("list that lacks a comment")
        return [comment for comment in found if comment != lost]

    def page(self, place: int) -> None:
        """Before a page of a list. Raises Unreachable."""
        self._meanwhile()
        if place == self.limit_at:
            self.limit_at = -1
            self.strike("rate limit in mid-page")
            raise Exhausted("GitHub answered 403: the rate limit is used up", "The next pass reads again.")

    def is_doubled(self, name: str) -> bool:
        """Whether what is made now is made twice."""
        if self.doubled < 0 or name not in ("create_comment", "create_issue"):
            return False
        self.doubled -= 1
        if self.doubled < 0:
            self.strike("write carried out twice")
        return self.doubled < 0

    def listed(self, found: list[Comment], now: int) -> list[Comment]:
        """The comments of late, of which one that was said just now is missing once."""
        self.unlisted, found = self._without_one(found, now, self.unlisted, "list of late that lacks a comment")
        return found

    def listed_threads(self, found: list[Thread], now: int) -> list[Thread]:
        name = "list that lacks a thread"
        self.unlisted_thread, found = self._without_one(found, now, self.unlisted_thread, name)
        return found

    def _without_one(self, found: list[T], now: int, place: int, name: str) -> tuple[int, list[T]]:
        fresh = [each for each in found if each.updated_at > now - LATELY]
        if place < 0 or not fresh:
            return place, found
        self.strike(name)
        lost = fresh[place % len(fresh)]
        return -1, [each for each in found if each != lost]

    # what strikes

    def _meanwhile(self) -> None:
        due = [moment for moment in self.moments if moment[0] <= 0]
        self.moments = [(left - 1, act, name) for left, act, name in self.moments if left > 0]
        for _, act, name in due:
            if name:
                self.strike(name)
            act()

    def _fail(self, name: str) -> None:
        if self.error < 0:
            return
        self.error -= 1
        if self.error < 0:
            self.strike("API error")
            raise Unreachable(f"GitHub answered 502 to {name}", "The next pass tries again.")

    def _permit(self, name: str) -> None:
        if self.without and SCOPES.get(name) == self.without:
            self.strike("token without a permission")
            raise Denied(f"GitHub answered 403 to {name}: the token lacks {self.without}: write", "Grant it.")

    def _dislike(self, name: str) -> None:
        """A write that GitHub finds wrong, for reasons of its own. A push is refused in other words."""
        if self.unprocessable < 0 or name in ("push", "commit"):
            return
        self.unprocessable -= 1
        if self.unprocessable < 0:
            self.strike("answered 422")
            raise Unprocessable(f"GitHub answered 422 to {name}", "It may be locked.")

    def _miss(self, name: str) -> None:
        """What is there is said to be gone as something is written to it."""
        if self.absent < 0 or name in ("push", "commit"):
            return
        self.absent -= 1
        if self.absent < 0:
            self.strike("write answered 404")
            raise Gone(f"GitHub answered 404 to {name}")

    def _lock(self, name: str) -> None:
        if self.locked < 0 or name != "create_comment":
            return
        self.locked -= 1
        if self.locked < 0:
            self.strike("conversation locked")
            raise Mute(f"GitHub answered 403 to {name}: the conversation is locked", "Unlock it.")

    def _spend(self, name: str) -> None:
        """From some request on the limit is used up, for all that follow in this pass."""
        if self.spent < 0 or name == "push":
            return
        if self.spent == 0:
            self.strike("limit used up for good")
            raise Exhausted(f"GitHub answered 403 to {name}: the rate limit is used up", "The next pass reads again.")
        self.spent -= 1

    def _shut(self, name: str) -> None:
        if self.shut < 0:
            return
        self.shut -= 1
        if self.shut < 0:
            self.strike("read refused")
            raise Denied(f"GitHub answered 403 to {name}: the token lacks a permission", "Grant it.")

    def _crash(self, name: str, done: bool) -> None:
        if self.crash < 0 or done != self.crash_after:
            return
        self.crash -= 1
        if self.crash < 0:
            self.strike("crash between two side effects")
            self.strike(f"crash {'after' if done else 'before'} {name}")
            raise Crash

    def _push(self, done: bool) -> None:
        if not done and self.refuse:
            self.refuse = False
            self.strike("push refused")
            raise PushRefused("protected branch hook declined")
        if done and self.lose:
            self.lose = False
            self.strike("push applied, answer lost")
            raise Unreachable("the answer to the push was lost", "The next pass looks.")
