"""The record of a real game under these rules: every row must come out of the rules themselves.

Source: the history of the public repository nomicness/a-whole-new-world, 2016 to 2017. Logins are replaced by numbers.
What the record cannot decide: who voted how, and what was bought on which day; it holds the weekly and monthly runs alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.game.calendar import stamp
from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import TEXTS
from tests.shares import share

RECORD = Path(__file__).parent / "credo_record"
HANDS_FARM = 2
HANDS_MILL = 6
Row = dict[str, Any]


def rows(name: str) -> list[Row]:
    return list(json.loads((RECORD / f"{name}.json").read_text())["rows"])


def named(row: Row) -> str:
    return f"{row['date'][:10]}-{row['village']}"


def due(date: str) -> datetime:
    """The full hour the run was meant for: some came a second early, some late."""
    at = datetime.fromisoformat(date).astimezone(UTC) + timedelta(minutes=30)
    return at.replace(minute=0, second=0, microsecond=0)


def staged(
    at: datetime, village: Row, *, active: bool = True, rules: Any = None, rolls: Any = None, **more: Any
) -> Row:
    """An hour before a run: one player with this village, and the results of the throws to come."""
    player = {"active": active, "points": more.pop("points", 0)}
    given = {"players": {"ana": player}, "villages": {"ana": {"name": "V", **village}}, "rules": rules or {}}
    return {"now": stamp(int((at - timedelta(hours=1)).timestamp())), "given": given, "rolls": rolls or [], **more}


def played(case: Row) -> Stage:
    stage = Stage(case, TEXTS, "credo")
    assert stage.play() == []
    return stage


def village_of(stage: Stage) -> Row:
    found = stage.world.records.get("villages", "ana")
    assert found is not None
    return found


def after(at: datetime, village: Row, **more: Any) -> Row:
    """The village after whatever is due at that hour has run."""
    return village_of(played(staged(at, village, when=[{"clock": stamp(int(at.timestamp()))}], **more)))


def throws(stage: Stage) -> list[str]:
    return [roll["throw"] for outcome in stage.folding.plan.outcomes for roll in outcome["rolls"]]


@pytest.mark.parametrize("row", share(rows("growth"), 6), ids=named)
def test_growth_comes_out_exactly(row: Row) -> None:
    village = {"population": row["population_before"], "hunger": row["hunger"]}
    # The first of a month may be a Wednesday: the two runs are looked at one by one.
    found = after(due(row["date"]), village, active=row["active"], rules={"330": {"schedule": []}})
    assert found["population"] == row["population_after"]


def farms_working(row: Row) -> int:
    hands = row["population_before"].get("farming", 0) // HANDS_FARM
    return int(min(row["farms"], hands) if row["rule_342_in_force"] else row["farms"])


@pytest.mark.parametrize("row", share(rows("hunger"), 6), ids=named)
def test_hunger_comes_out_given_the_food(row: Row) -> None:
    village = {"population": row["population_before"], "hunger": row["hunger_before"], "farms": row["farms"]}
    rolls = [row["food"]] if farms_working(row) else []
    rules: Row = {"331": {"schedule": []}} | ({} if row["rule_342_in_force"] else {"342": None})
    found = after(due(row["date"]), village, rules=rules, rolls=rolls)
    assert found["hunger"] == row["hunger_after"]
    assert found["population"] == row["population_after"]


def mills_working(row: Row) -> int:
    return int(min(row["sawmills"], row["logging"] // HANDS_MILL))


@pytest.mark.parametrize("row", share(rows("sawmill"), 6), ids=named)
def test_lumber_comes_out_given_what_was_sawn(row: Row) -> None:
    at = due(row["date"])
    village = {
        "population": {"general": 50, "logging": row["logging"]},
        "sawmills": row["sawmills"],
        "lumber": row["lumber_before"],
    }
    mills = mills_working(row)
    steps = [{"clock": stamp(int(at.timestamp()))}]
    stage = played(
        staged(at, village, when=steps, rolls=[row["made"]] if mills else [], rules={"331": {"schedule": []}})
    )
    assert village_of(stage)["lumber"] == row["lumber_after"]
    assert throws(stage) == ([f"{mills}d12+{3 * mills}"] if mills else [])


def both_runs() -> list[tuple[Row, Row]]:
    """Hunger and growth of a village in the same hour: a first of the month that was a Wednesday."""
    hunger = {named(row): row for row in rows("hunger")}
    return [(hunger[named(row)], row) for row in rows("growth") if named(row) in hunger]


@pytest.mark.parametrize(("hunger", "growth"), both_runs(), ids=lambda row: named(row))
def test_hunger_comes_before_growth_when_both_fall_on_one_hour(hunger: Row, growth: Row) -> None:
    village = {"population": hunger["population_before"], "hunger": hunger["hunger_before"], "farms": hunger["farms"]}
    found = after(due(hunger["date"]), village, rolls=[hunger["food"]])
    assert found["hunger"] == growth["hunger"] == hunger["hunger_after"]
    assert found["population"] == growth["population_after"]


def purchases() -> Iterator[tuple[Row, Row]]:
    """Two weeks of a village in a row between which it bought farms, and its people stayed."""
    last: dict[str, Row] = {}
    for row in rows("hunger"):
        before = last.get(row["village"])
        if (
            before is not None
            and row["farms"] > before["farms"]
            and people(row) == sum(before["population_after"].values())
        ):
            yield before, row
        last[row["village"]] = row


def people(row: Row) -> int:
    return int(sum(row["population_before"].values()))


@pytest.mark.parametrize(("before", "row"), list(purchases()), ids=lambda row: named(row))
def test_farms_bought_between_two_weeks_feed_at_once(before: Row, row: Row) -> None:
    """Played without rule 342: the bot of that game let every bought farm produce once, with hands for it or without."""
    bought, food = row["farms"] - before["farms"], before["hunger_after"] - row["hunger_before"]
    village = {"population": row["population_before"], "hunger": before["hunger_after"], "farms": before["farms"]}
    steps = [{"by": "ana", "says": f"/buy {bought} farms"}]
    case = staged(due(row["date"]), village, when=steps, rolls=[food], rules={"342": None}, points=10 * bought)
    stage = played(case)
    found = village_of(stage)
    assert (found["hunger"], found["farms"]) == (row["hunger_before"], row["farms"])
    assert throws(stage) == [f"{bought}d12+{12 * bought}"]
    assert 13 * bought <= food <= 24 * bought


@pytest.mark.parametrize(
    ("name", "made", "working", "sure"),
    [("sawmill", "made", mills_working, 3), ("hunger", "food", farms_working, 12)],
    ids=["lumber", "food"],
)
def test_what_was_made_is_what_dice_of_twelve_faces_give(name: str, made: str, working: Any, sure: int) -> None:
    dice = 0
    total = 0
    for row in rows(name):
        count = working(row)
        assert count * (1 + sure) <= row[made] <= count * (12 + sure), named(row)
        dice += count
        total += row[made] - count * sure
    # The mean of a fair die is 6.5 and its variance 143/12: four standard errors, which no bend of the law would meet.
    assert dice > 250
    assert abs(total - 6.5 * dice) < 4 * (143 / 12 * dice) ** 0.5
