"""Where there are forty players, what shows only some of them says how many more there are: else it reads as if those were all."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS

FORTY = [f"p{n:02}" for n in range(40)]
TURNS: dict[str, Any] = {"turn": {"player": "p00", "number": 1, "round": 1}, "turn_order": FORTY}

SHIPS: dict[str, Any] = {p: {} for p in FORTY}


def told(ruleset: str, says: str = "/status", **given: Any) -> str:
    players = {p: {"active": True} for p in FORTY}
    stage = Stage({"given": {"players": players, **given}}, TEXTS, ruleset, HOST)
    assert stage.step({"by": "p00", "says": says}) is None
    return "\n".join(stage.said)


def offers() -> dict[str, Any]:
    offer = {"by": "p01", "to": "p00", "status": "open", "gives": {"wheat": 1}, "wants": {"fish": 1}}
    return {str(n): offer for n in range(1, 9)}


@pytest.mark.parametrize(
    ("ruleset", "given", "words"),
    [
        ("assembly", {"game": TURNS}, "p28, p29 and 10 more."),
        ("frontier", {"game": TURNS}, "p18 0, p19 0 and 20 more."),
        ("frontier", {"game": TURNS, "offers": offers()}, "Other offers by you or to you: 3."),
        ("starfarers", {"ships": SHIPS}, "p28, p29 and 10 more."),
        (
            "credo",
            {"villages": {p: {"name": f"V{p}", "population": {"general": 50}} for p in FORTY}},
            "And 30 other villages, no larger.",
        ),
    ],
)
def test_status_says_how_many_more_there_are(ruleset: str, given: dict[str, Any], words: str) -> None:
    assert words in told(ruleset, **given)


def test_everybody_who_wishes_to_join_is_named() -> None:
    asked = {f"q{n}": {"asked_at": 1_767_614_400, "status": "open"} for n in range(8)}
    assert "Others who wish to join: q5, q6, q7." in told("frontier", game=TURNS, requests=asked)


def test_a_map_keeps_its_columns_where_many_ships_are_at_one_place() -> None:
    rows = [line for line in told("starfarers", "/map", ships=SHIPS).splitlines() if "[S" in line]
    assert "[S+]" in rows[0]


@pytest.mark.parametrize("ruleset", ["frontier", "assembly"])
def test_the_silent_fall_away_together_also_where_judgment_was_called_many_times_before(ruleset: str) -> None:
    asked = {"caller": "p01", "mover": "p00", "turn": 0, "judge": "p02", "judges": ["p02"], "summary": "May I?"}
    players = {p: {"active": True} for p in FORTY}
    given = {"players": players, "game": TURNS, "judgments": {str(n): asked for n in range(100, 1_000)}}
    stage = Stage({"scene": "songs", "given": given}, TEXTS, ruleset, HOST)
    steps = [
        {"by": "p00", "opens": {"pull": 12, "title": "No songs", "changes": {"sample-songs": None}}},
        {"by": "p00", "says": "/open", "on": 12},
        {"by": "p00", "says": "yay", "on": 12},
        {"clock": "2026-01-10T12:00:00Z"},
    ]
    assert [stage.step(step) for step in steps] == [None] * len(steps)
    assert "inactive now: p01, p02" in "\n".join(stage.said)
