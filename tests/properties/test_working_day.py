"""A motion waits for a working day: twenty-four hours of the time from Monday to Friday, by the game's clocks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.game.calendar import from_stamp, stamp
from engine.game.examples.example_stage import Stage
from tests.properties.credo import NAMES, village
from tests.rulesets.texts import HOST, TEXTS
from tests.shares import tries

BERLIN = ZoneInfo("Europe/Berlin")
START = from_stamp("2026-01-01T00:00:00Z")


def by_hand(start: int) -> int:
    """Minute by minute, as someone with a clock would count."""
    at, left = datetime.fromtimestamp(start, UTC), timedelta(days=1)
    while left:
        step = timedelta(seconds=60 - at.second)
        if at.astimezone(BERLIN).isoweekday() <= 5:
            step = min(step, left)
            left -= step
        at += step
    return int(at.timestamp())


@settings(max_examples=tries(15), deadline=None)
@example(from_stamp("2026-03-27T18:30:00Z"))
@example(from_stamp("2026-10-23T18:30:00Z"))
@example(from_stamp("2026-10-24T22:59:59Z"))
@given(st.integers(START, START + 365 * 86_400))
def test_a_motion_is_due_after_a_working_day(start: int) -> None:
    players = {name: {"active": True} for name in NAMES}
    given_ = {"players": players, "villages": {name: village(name) for name in NAMES}}
    stage = Stage({"given": given_, "now": stamp(start), "timezone": "Europe/Berlin"}, TEXTS, "credo", HOST)
    one, other = NAMES[:2]
    assert stage.step({"by": one, "says": f"/motion inactive {other}"}) is None
    motion = stage.world.records.get("polls", "inactive/1") or {}
    assert motion["data"]["due"] == by_hand(start)
