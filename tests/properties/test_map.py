"""Places on the planet: the nearest free one, ring by ring and clockwise from the north, and never one place for two."""

from __future__ import annotations

from math import atan2, tau

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.examples.example_stage import Stage
from tests.properties.credo import table
from tests.shares import tries

FIRST_THIRTY = [
    (0, 0),
    *[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)],
    *[(0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (2, -1), (2, -2), (1, -2)],
    *[(0, -2), (-1, -2), (-2, -2), (-2, -1), (-2, 0), (-2, 1), (-2, 2), (-1, 2)],
    *[(0, 3), (1, 3), (2, 3), (3, 3), (3, 2)],
]
Place = tuple[int, int]


def in_order(place: Place) -> tuple[int, float]:
    """The ring a place lies in, and how far round it, as a compass would tell."""
    x, y = place
    return max(abs(x), abs(y)), atan2(x, y) % tau


def places(stage: Stage) -> dict[str, Place]:
    return {name: (at["x"], at["y"]) for name, at in stage.world.records.items("map")}


def test_the_first_thirty_places() -> None:
    stage = table({})
    for number in range(30):
        stage.step({"by": f"p{number:02}", "says": f"/join Somewhere{number}"})
    found = places(stage)
    assert [found[name] for name in sorted(found)] == FIRST_THIRTY
    assert sorted(FIRST_THIRTY, key=in_order) == FIRST_THIRTY


@settings(max_examples=tries(25), deadline=None)
@given(st.lists(st.integers(0, 40), min_size=12, max_size=32))
def test_whoever_comes_gets_the_nearest_free_place(comings_and_goings: list[int]) -> None:
    """A number is somebody: the first time they join, the second time they leave for good, and the place is free again."""
    stage = table({})
    everywhere = sorted(((x, y) for x in range(-3, 4) for y in range(-3, 4)), key=in_order)
    known: set[str] = set()
    expected: dict[str, Place] = {}
    for who in (f"p{number}" for number in comings_and_goings):
        stage.step({"by": who, "says": "/forfeit for good" if who in known else f"/join Somewhere{who}"})
        if who in known:
            expected.pop(who, None)
        else:
            expected[who] = next(place for place in everywhere if place not in expected.values())
        known.add(who)
        assert places(stage) == expected
