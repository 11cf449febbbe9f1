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
