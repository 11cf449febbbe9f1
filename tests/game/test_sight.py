"""What a board is to show of the world beside its records, and how much of it."""

from __future__ import annotations

import pytest

from engine.game.consulting import pacing
from engine.game.examples.example_stage import Stage
from engine.game.fold import clock, sight
from tests.island import RULESET, texts

PEOPLE = {name: {"active": True} for name in ("ana", "bo")}


def test_of_open_polls_the_dozen_that_was_opened_first() -> None:
    stage = Stage({"given": {"players": PEOPLE}}, texts(), RULESET)
    for number in range(13):
        assert stage.step({"by": "ana", "says": f"/council Shall we, {number}?"}) is None
    shown = sight.sight(stage.world, stage.now, too_slow=False)
    assert shown is not None
    assert [*shown["polls"]] == [f"council/{number}" for number in range(1, 13)]


def test_of_what_is_due_the_next_eight(monkeypatch: pytest.MonkeyPatch) -> None:
    due = [{"at": number, "title": "", "slug": "", "what": "period"} for number in range(9)]
    monkeypatch.setattr(clock, "upcoming", lambda _: due)
    assert sight.due(Stage({"given": {"players": PEOPLE}}, texts(), RULESET).world) == due[:8]


def test_what_the_clock_did_is_counted_by_the_hour() -> None:
    world = Stage({"given": {"players": PEOPLE}}, texts(), RULESET).world
    world.notes.worked = {"hour": world.now // 3_600, "cost": 7}
    assert pacing._hour(world)["cost"] == 7
    world.notes.worked = {"hour": world.now // 3_600 - 1, "cost": 7}
    assert pacing._hour(world) == {"hour": world.now // 3_600, "cost": 0}
