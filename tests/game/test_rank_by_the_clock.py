"""What an immutable rule does by the clock no mutable one stops: whoever hears of it refuses nothing but what it did itself."""

from __future__ import annotations

import pytest

from engine.game.examples.example_stage import Stage
from tests.island import RULESET, rule, with_rules

NIGHT = (
    "state: {{game: {{nights: {{type: integer, default: 0}}}}}}\n"
    "{more}\n"
    'on: {{acted: later}}\nschedule: [{{cron: "0 20 * * *", run: fall}}]\n'
)
FALL = (
    'def fall():\n    put("game", "game", get("game") | {"nights": get("game")["nights"] + 1})\n    tell("night_fell")\n\n'
    'def later(player):\n    set_timer("dusk", now() + 60, "fall")\n'
)
PAYS = 'def pay():\n    refuse("A night costs a shell, and somebody has none.", "Dive for more.")\n'


def nights(*, immutable: bool, steps: list[dict[str, str]]) -> tuple[int, list[str]]:
    """How often night fell, and all that was said, where a mutable rule refuses it."""
    night = rule(120, "Night", front=NIGHT.format(more=f"immutable: {str(immutable).lower()}"), code=FALL)
    law = with_rules(
        {"120-night.md": night, "121-pay.md": rule(121, "Pay", front="on: {night_fell: pay}\n", code=PAYS)}
    )
    stage = Stage({"given": {"players": {"ana": {"active": True, "shells": 2}}}}, law, RULESET)
    for step in steps:
        stage.step(dict(step))
    return (stage.world.records.get("game", "game") or {})["nights"], stage.said


PERIOD = [{"clock": "2026-01-05T20:00:00Z"}]
TIMER = [{"by": "ana", "says": "/dive"}, {"clock": "2026-01-05T12:30:00Z"}]


@pytest.mark.parametrize("steps", [PERIOD, TIMER], ids=["a period", "a timer"])
def test_no_mutable_rule_stops_by_a_refusal_what_an_immutable_one_does_in_its_time(steps: list[dict[str, str]]) -> None:
    fell, said = nights(immutable=True, steps=steps)
    assert fell == 1
    assert any("A night costs a shell" in text and "121" in text for text in said)


@pytest.mark.parametrize("steps", [PERIOD, TIMER], ids=["a period", "a timer"])
def test_within_one_class_a_refusal_stops_it_as_before(steps: list[dict[str, str]]) -> None:
    assert nights(immutable=False, steps=steps)[0] == 0
