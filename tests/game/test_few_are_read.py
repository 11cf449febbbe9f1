"""Of many players' files those are read of whom something is asked that a glance does not show."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.game.consulting.commands import find_player
from engine.game.fold.folding import fold
from engine.game.words.registry import new_host
from engine.game.world.facts import account_of, active_players, key_of_person
from engine.game.world.world import World
from engine.store import canon
from tests.begun import START
from tests.bench import said, seed, world

MANY = 300
Read = Callable[[], int]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    """How many texts of players were read so far."""
    every, shared = list[str](), canon.shared

    def noting(text: str) -> object:
        every.append(text)
        return shared(text)

    monkeypatch.setattr(canon, "shared", noting)
    return lambda: sum("login: " in text for text in every)


@pytest.mark.parametrize("text", ["/give 1 points to p7", "/status", "/players"])
def test_to_answer_one_of_them(text: str, read: Read) -> None:
    plan = fold(world(MANY), [said(1, 3, text)], START + 2, seed)
    assert plan.segments
    assert read() < MANY / 10


def test_to_say_who_is_who_and_who_is_active(read: Read) -> None:
    here = World(world(MANY), new_host())
    assert key_of_person(here, {"id": 8, "login": "renamed"}) == "p7"
    assert find_player(here, "@P7") == "p7"
    assert account_of(here, "p7") == {"id": 8, "login": "p7"}
    assert account_of(here, "nobody") == {"id": 0, "login": "nobody"}
    assert len(active_players(here)) == MANY
    assert read() == 1
