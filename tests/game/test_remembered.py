"""Ids of what was judged are remembered for as long as reads overlap: a quarter of an hour, and no longer."""

from __future__ import annotations

from datetime import UTC, datetime

from engine.game.examples.example_stage import Stage
from tests.island import RULESET, texts


def said_later(stage: Stage, seconds: int) -> None:
    """Ana says something so many seconds from now."""
    at = datetime.fromtimestamp(stage.now + seconds, UTC)
    stage.step({"clock": at.strftime("%Y-%m-%dT%H:%M:%SZ")})
    stage.step({"by": "ana", "says": "hello"})


def remembered(stage: Stage, id_: str) -> bool:
    return stage.world.entry("seen", id_) is not None


def test_after_a_quarter_of_an_hour_a_comment_is_remembered_and_a_second_later_it_is_not() -> None:
    for wait, known in ((900, True), (901, False)):
        stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": []}, texts(), RULESET)
        stage.step({"by": "ana", "says": "hello"})
        assert remembered(stage, "comment/501")
        said_later(stage, wait)
        assert remembered(stage, "comment/501") is known
        assert remembered(stage, "comment/502")
