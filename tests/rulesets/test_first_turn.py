"""Each ruleset that has turns, played to its first one: the page of whoever has it says so."""

from __future__ import annotations

import pytest

from engine.game.examples.example_stage import Stage
from engine.store import canon
from engine.table import duties
from engine.table.sight import Sight
from tests.rulesets.texts import TEXTS

BEGINNINGS = {
    "assembly": ({"ana": "administrator"}, ["/join Adams", "/join Baker"], {"by": "ana", "says": "/start"}),
    "frontier": ({"ana": "administrator"}, ["/join", "/join"], {"by": "ana", "says": "/start"}),
    "starfarers": ({}, ["/join", "/join"], {"clock": "2026-01-05T19:00:00Z"}),
    "wayfarers": ({}, ["/join", "/join"], {"by": "ana", "says": "/start"}),
}


def sight(stage: Stage) -> Sight:
    """What the table would see of the game as it stands."""
    records = stage.world.records
    files = {"state/game.yaml": canon.emit(dict(records.get("game", "game") or {}))}
    files |= {f"state/players/{key}.yaml": canon.emit(dict(record)) for key, record in records.items("players")}
    return Sight(files, "0" * 40, stage.now, {"keys": {}}, stage.people)


@pytest.mark.parametrize("ruleset", BEGINNINGS)
def test_the_page_of_whoever_has_the_first_turn_says_so_and_no_other(ruleset: str) -> None:
    roles, joins, start = BEGINNINGS[ruleset]
    stage = Stage({"roles": roles}, TEXTS, ruleset)
    assert [stage.step({"by": who, "says": text}) for who, text in zip(("ana", "bo"), joins, strict=True)] == [None] * 2
    assert [duties.turns(sight(stage), who) for who in ("ana", "bo")] == [[], []]
    assert stage.step(start) is None
    found = [len(duties.turns(sight(stage), who)) for who in ("ana", "bo")]
    assert sorted(found) == [0, 1]
