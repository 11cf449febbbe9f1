"""Pull requests that are voted on and cannot be had: nothing is decided about them until they can, and all else goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.game.happening import Happening
from engine.game.state import State
from engine.referee.fetching import Fetching
from engine.referee.ports import Gone, Unprocessable, Unreadable
from engine.store.marks import reached


@dataclass
class Holding:
    """`add` takes a happening, `withdraw` takes those of this kind back that were added for a thread."""

    state: State
    fetching: Fetching
    add: Callable[[Happening], None]
    withdraw: Callable[[str, int], None]

    def hold(self, number: int, why: str, now: int) -> None:
        """Before anything else is judged: nothing is decided there, for this reason; again it is if `why` is empty."""
        self.withdraw("unread", number)
        if self.is_held(number) != bool(why):
            common: Happening = {"thread": number, "actor": None, "time": self.state.time, "seen_at": now}
            self.add({"id": f"unread/{number}/{now}", "kind": "unread", "why": why, "once": True, **common})

    def is_held(self, number: int) -> bool:
        return bool((self.state.thread(number) or {}).get("unread"))

    def look_again(self, number: int, now: int) -> None:
        """What is held is let go when it can be had, and where it is gone: then it is not waited for."""
        if not self.is_held(number):
            return
        head = str((self.state.thread(number) or {}).get("head") or "")
        try:
            self.fetching.shown(number, head)
            self.fetching.again(number, head)
        except Unreadable:
            return
        except (Gone, Unprocessable):
            reached("held pull request is gone")
        self.hold(number, "", now)
