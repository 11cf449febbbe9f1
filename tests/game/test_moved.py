"""A game that moves from a table: nobody's account is taken for granted, and each has the seat again by a word of their own."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.proposals import expelled as expelling
from engine.game.replies import moving
from tests.island import RULESET, texts

DAY = 86_400


def moved(ahead: int = 0, expelled: dict[str, int] | None = None, **people: dict[str, Any]) -> Stage:
    """Ana and bo played at a table; their game goes on elsewhere, where the time is `ahead` seconds behind the table's."""
    players = people or {"ana": {"active": True, "shells": 3}, "bo": {"active": True}}
    stage = Stage({"given": {"players": players}, "when": [], "roles": {"bo": "moderator"}}, texts(), RULESET)
    for step in ({"by": "zoe", "says": "/help"}, {"by": "ana", "says": "/dive"}):
        assert stage.step(step) is None
    stage.said.clear()
    stage.world.notes.expelled = expelled and {who: stage.now - days * DAY for who, days in expelled.items()}
    here = stage.now - ahead
    stage.folding.judge({"id": "moved/1", "kind": "moved", "time": 0, "actor": None, "thread": None, "seen_at": here})
    stage.said += stage.world.moment.said
    return stage


def seats(stage: Stage) -> dict[str, int]:
    return {key: int(record["id"]) for key, record in stage.world.records.items("players")}


def said(stage: Stage) -> str:
    return "\n".join(stage.said)


def test_every_seat_waits_for_its_owner_and_what_was_known_of_accounts_is_forgotten() -> None:
    stage = moved()
    assert all(number < 0 for number in seats(stage).values())
    assert stage.world.notes.unconfirmed == ["ana", "bo"]
    assert [list(stage.world.entries(name)) for name in ("strangers", "roles", "answered", "mentioned")] == [[]] * 4
    assert list(stage.world.entries("seen")) == [], "what is called so here is something else"
    assert [key for key in stage.world.records.keys("outbox") if not key.startswith("table/")] == []
    assert "**ana**, **bo**" in said(stage)
    assert "the clock was moved ahead" not in said(stage)


def test_who_was_expelled_at_the_table_gives_nobody_of_that_number_a_say_in_rescues() -> None:
    stage = moved(expelled={"9": 1})
    assert expelling.with_a_say(stage.world) == set()


def test_reading_goes_on_from_the_time_at_which_it_moved_and_the_clock_that_was_ahead_is_told() -> None:
    stage = moved(ahead=3 * DAY)
    assert stage.world.notes.cursor == stage.now - 3 * DAY
    assert moved().world.notes.cursor == stage.now
    assert "the clock was moved ahead. It says **Mon 2026-01-05 12:00 (UTC)**" in said(stage)


def test_of_a_clock_that_was_behind_nothing_is_told() -> None:
    assert "the clock was moved ahead" not in said(moved(ahead=-DAY))


def test_whoever_confirms_has_the_seat_again_with_all_that_belongs_to_it() -> None:
    stage = moved()
    number = stage.person("ana")
    assert stage.step({"by": "ana", "says": "/help"}) is None  # a stranger, as yet
    assert stage.step({"by": "ana", "says": " /Confirm "}) is None
    assert list(stage.world.entries("strangers")) == []
    assert seats(stage)["ana"] == number
    assert seats(stage)["bo"] < 0
    assert stage.world.notes.unconfirmed == ["bo"]
    assert "**ana** has the seat of that name again." in said(stage)
    assert stage.step({"by": "ana", "says": "/give 1 shell to bo"}) is None
    assert stage.step({"by": "bo", "says": "/confirm"}) is None
    assert stage.world.notes.unconfirmed == []
    assert stage.step({"by": "bo", "says": "/confirm", "refused": "I do not know"}) is None


def test_a_name_is_the_same_however_it_is_written() -> None:
    stage = moved(ana={"active": True, "login": "Ana"}, bo={"active": True})
    assert stage.step({"by": "aNA", "says": "/confirm"}) is None
    assert seats(stage)["ana"] == stage.person("aNA")
    assert stage.world.player("ana")["login"] == "aNA"


def test_nobody_has_two_seats_and_nobody_that_of_another_name() -> None:
    stage = moved()
    assert stage.step({"by": "ana", "says": "/confirm"}) is None
    assert stage.step({"by": "ana", "says": "/confirm", "refused": "You play already, as **ana**"}) is None
    assert stage.step({"by": "zoe", "says": "/confirm", "refused": "**bo**"}) is None
    assert stage.world.notes.unconfirmed == ["bo"]


def test_who_begins_anew_although_a_seat_waits_is_told_first_and_strangers_may() -> None:
    stage = moved()
    assert stage.step({"by": "ana", "says": "/join", "refused": "A seat of the name **ana** waits here"}) is None
    assert stage.step({"by": "zoe", "says": "/join"}) is None
    assert stage.step({"by": "ana", "says": "/confirm"}) is None
    assert stage.world.notes.unconfirmed == ["bo"]


@pytest.mark.parametrize("text", ["/dive", "/me", "/enter"])
def test_a_stranger_hears_how_to_join_as_long_as_any_seat_waits_as_well(text: str) -> None:
    """Whoever had never been at the table was told of `/confirm` alone, which is refused of them: seats may wait for ever."""
    told = "If you played under this name at the table, write `/confirm`. If you did not: join first: `/join`."
    assert moved().step({"by": "zoe", "says": text, "refused": told}) is None


def test_who_asks_for_help_is_told_first_of_the_seat_that_may_be_theirs() -> None:
    stage = moved()
    assert stage.step({"by": "ana", "says": "/help"}) is None
    told = "write `/confirm`.\n\nYou are not a player yet. Begin with `/join`."
    assert told in stage.said[-1]


def test_where_nothing_moved_the_word_is_none() -> None:
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": []}, texts(), RULESET)
    assert stage.step({"by": "ana", "says": "/confirm", "refused": "I do not know the command"}) is None


@pytest.mark.parametrize(("many", "end"), [(50, "**p49**. Each"), (51, "**p49** and 1 more. Each")])
def test_of_many_names_the_rest_is_counted(many: int, end: str) -> None:
    assert end in moving.moved([f"p{n}" for n in range(many)], "/confirm")


def test_without_players_only_the_move_is_told() -> None:
    assert "account" not in moving.moved([], "/confirm")


@pytest.mark.parametrize("text", ["/ahead", "/confirmed", "/help", "hello", "yay"])
def test_nothing_but_the_word_itself_takes_a_seat(text: str) -> None:
    stage = moved()
    stage.step({"by": "ana", "says": text})
    assert stage.world.notes.unconfirmed == ["ana", "bo"]


def test_a_seat_that_a_hand_has_made_without_an_account_waits_as_well() -> None:
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": []}, texts(), RULESET)
    stage.world.records.put("players", "zoe", {"active": True, "login": "zoe"})
    stage.folding.judge({"id": "moved/1", "kind": "moved", "time": 0, "actor": None, "thread": None, "seen_at": 0})
    assert stage.world.notes.unconfirmed == ["ana", "zoe"]
    assert stage.step({"by": "zoe", "says": "/confirm"}) is None
    assert seats(stage)["zoe"] > 0
