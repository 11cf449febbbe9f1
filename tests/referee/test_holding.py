"""What is held and let go."""

from __future__ import annotations

from typing import Any

from engine.game.state import State
from engine.referee.holding import Holding
from engine.referee.inbox import Reading


def test_what_is_held_and_let_go_within_one_second_has_two_names() -> None:
    added: list[Any] = []
    nothing: Any = None
    holding = Holding(State({}), Reading(), nothing, added.append, lambda *_: None, lambda *_: False)
    holding.hold(5, "GitHub answered 502", 1_000)
    holding._let_go(5, 1_000)
    assert len({happening["id"] for happening in added}) == len(added) == 2
