"""How many polls one person may have open does not hang on how many others have."""

from __future__ import annotations

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.proposals import crowd
from tests.island import RULESET, with_rules

PEOPLE = {"given": {"players": {name: {"active": True} for name in ("ana", "bo")}}, "when": []}


def test_whoever_has_many_polls_open_keeps_nobody_else_from_opening_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "MOST_OF_ONE", 3)
    stage = Stage(PEOPLE, with_rules({}), RULESET)
    for by in ("ana", "ana", "ana", "ana", "bo", "bo", "bo", "bo", "ana"):
        stage.step({"by": by, "says": "/council Why?"})
    assert [poll["author"] for _, poll in stage.world.records.items("polls")] == ["ana"] * 3 + ["bo"] * 3
