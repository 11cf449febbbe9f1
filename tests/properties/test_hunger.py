"""A Wednesday: the dead are those the old hunger says, and the new hunger is those who live less what was stored and harvested."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.credo import Record, people, table
from tests.shares import tries

WEDNESDAY = {"now": "2026-01-07T14:00:00Z"}
STRIKES = "2026-01-07T15:00:00Z"
VILLAGES = st.fixed_dictionaries(
    {
        "general": st.integers(0, 120),
        "farming": st.integers(0, 60),
        "logging": st.integers(0, 20),
        "farms": st.integers(0, 25),
        "hunger": st.integers(-300, 200),
        "synthetics": st.booleans(),
    }
)


@settings(max_examples=tries(150), deadline=None)
@given(VILLAGES.filter(lambda v: v["general"] + v["farming"] + v["logging"] > 0))
def test_a_week_balances(drawn: Record) -> None:
    population = {work: drawn.pop(work) for work in ("general", "farming", "logging")}
    lived, before = sum(population.values()), drawn["hunger"]
    stage = table({"ana": {"name": "Ur", "population": population, **drawn}}, **WEDNESDAY)
    assert stage.step({"clock": STRIKES}) is None
    found = stage.world.records.get("villages", "ana")
    dead = min(max(before, 0), lived)
    player = stage.world.records.get("players", "ana") or {}
    if dead == lived:
        assert found is None
        assert (player["points"], player["active"]) == (0, False)
        return
    assert found is not None
    assert people(found) == lived - dead
    assert_the_idle_die_first(population, found["population"], dead)
    food = sum(roll["total"] for outcome in stage.folding.plan.outcomes for roll in outcome["rolls"])
    working = min(drawn["farms"], found["population"]["farming"] // 2)
    assert 13 * working <= food <= 24 * working
    harvest = max(food - 8, 0) if drawn["synthetics"] else food
    assert found["hunger"] == min(before, 0) + people(found) - harvest
    assert (stage.world.records.get("issues", "hunger/ana") or {"open": False})["open"] == (found["hunger"] > 0)


def assert_the_idle_die_first(before: dict[str, int], after: dict[str, int], dead: int) -> None:
    for work in ("general", "farming", "logging"):
        died = min(dead, before[work])
        assert after[work] == before[work] - died
        dead -= died


@settings(max_examples=tries(60), deadline=None)
@given(st.integers(1, 400), st.integers(-500, 500))
def test_growth_never_takes_people_away_and_leaves_hunger_alone(lived: int, before: int) -> None:
    """Those under 91 do not grow, unless the surplus is as large as the village or nearly so."""
    village = {"name": "Ur", "population": {"general": lived}, "hunger": before}
    stage = table({"ana": village}, now="2026-01-31T12:00:00Z")
    assert stage.step({"clock": "2026-02-01T15:00:00Z"}) is None
    found = stage.world.records.get("villages", "ana")
    assert found is not None
    assert found["hunger"] == before
    assert people(found) >= lived
    if abs(before + lived) > 100:
        assert (people(found) > lived) == (lived >= 91)
