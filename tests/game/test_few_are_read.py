"""Of many players' files those are read of whom something is asked that a glance does not show."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.game.consulting.commands import find_player
from engine.game.fold.folding import fold
from engine.game.words.recorded import column, find
from engine.game.words.registry import new_host
from engine.game.world.facts import account_of, active_players, key_of_person, login_of
from engine.game.world.records import Records
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


@pytest.mark.parametrize("value", ["ana", "true", "a: b", "ana\nbo", "", 5, -5, 1.5, True, None, ["ana"], {"x": 1}])
def test_what_a_glance_does_not_show_is_read(value: object) -> None:
    records = Records({"state/players/ana.yaml": canon.emit({"login": value})})
    assert records.field("players", "ana", "login") == value
    assert records.field("players", "ana", "id") is None
    assert records.field("players", "ana", "login") == value, "once it is read, too"


def test_to_find_them_by_a_field_and_to_tell_the_logins_of_all(read: Read) -> None:
    here = World(world(MANY), new_host())
    assert find(here, "players", "login", "p7") == ["p7"]
    assert len(find(here, "players", "active", True)) == len(find(here, "players", "points", 500)) == MANY
    assert find(here, "players", "active", False) == []
    assert column(here, "players", "login") == {key: key for key in column(here, "players", "id")}
    assert [login_of(here, key) for key in ("p7", "p8", "nobody")] == ["p7", "p8", "nobody"]
    assert read() == 0
