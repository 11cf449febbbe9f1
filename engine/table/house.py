"""What all visits to one game share."""

import threading
from dataclasses import dataclass, field

from jinja2 import Environment

from engine.table.boards import Boards
from engine.table.game import Game
from engine.table.identity import Seats
from engine.table.passes import Passes
from engine.table.sight import Looking


@dataclass(frozen=True)
class House:
    """`address` is where others reach it, `reachable` whether they can."""

    game: Game
    looking: Looking
    passes: Passes
    seats: Seats
    templates: Environment
    address: str
    reachable: bool
    boards: Boards
    teaching: threading.Lock = field(default_factory=threading.Lock)  # one step of the lesson at a time
