"""What one look at the forge brings."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.game.happening import Happening, Position
from engine.referee.ports import Thread


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
