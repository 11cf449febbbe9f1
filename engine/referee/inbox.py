"""What one look at the forge brings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.game.happening import Happening, Position
from engine.referee.ports import Thread

OF_PEOPLE: Final = ("opened", "head", "thread", "said", "edited")


@dataclass
class Reading:
    """The inbox and where it `end`s, if that is before all there is; how far the clock may run; threads and heads seen."""

    inbox: list[Happening] = field(default_factory=list)
    end: Position | None = None
    until: int = 0
    threads: dict[int, Thread] = field(default_factory=dict)
    heads: dict[int, str] = field(default_factory=dict)

    def known_at(self, number: int) -> int:
        """When a thread that was not known before is told of; 0 if it is not. An issue's number comes last in its second."""
        made = [h for h in self.inbox if h["kind"] in ("opened", "observed")]
        at = [h["time"] + int(h["kind"] == "observed") for h in made if number in (h.get("thread"), h.get("number"))]
        return max(at, default=0)

    def settled_at(self, number: int) -> int:
        """When what the forge tells of a thread without a date is taken up, as it may decide there.

        Before the first command that was newly said there, which may ask for the verdict; else after all that was newly
        done, as that may be a vote, or take one back.
        """
        here = [h for h in self.inbox if h["kind"] in OF_PEOPLE and h["thread"] == number]
        commands = [h["time"] for h in here if h["kind"] == "said" and h["text"].lstrip().startswith("/")]
        return min(commands, default=max([self.until, *(h["time"] + 1 for h in here)]))
