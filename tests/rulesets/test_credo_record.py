"""The record of a real game under these rules: every row must come out of the rules themselves.

Source: the history of the public repository nomicness/a-whole-new-world, 2016 to 2017. Logins are replaced by numbers.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.game.calendar import stamp
from engine.game.example_stage import Stage
from tests.rulesets.test_examples import TEXTS

RECORD = Path(__file__).parent / "credo_record"


def rows(name: str) -> list[dict[str, Any]]:
    return list(json.loads((RECORD / f"{name}.json").read_text())["rows"])


def due(date: str) -> datetime:
    """The full hour the run was meant for: some came a second early, some late."""
    at = datetime.fromisoformat(date).astimezone(UTC) + timedelta(minutes=30)
    return at.replace(minute=0, second=0, microsecond=0)


def after(
    at: datetime, village: dict[str, Any], *, active: bool = True, rules: Any = None, rolls: Any = None
) -> dict[str, Any]:
    """The village after whatever is due at that hour has run."""
    before = int((at - timedelta(hours=1)).timestamp())
    given = {"players": {"ana": {"active": active}}, "villages": {"ana": village}, "rules": rules or {}}
    case = {"now": stamp(before), "given": given, "when": [{"clock": stamp(int(at.timestamp()))}], "rolls": rolls or []}
    stage = Stage(case, TEXTS, "credo")
    assert stage.play() == []
    found = stage.world.records.get("villages", "ana")
    assert found is not None
    return found


@pytest.mark.parametrize("row", rows("growth"), ids=lambda r: f"{r['date'][:10]}-{r['village']}")
def test_growth_comes_out_exactly(row: dict[str, Any]) -> None:
    village = {"name": "V", "population": row["population_before"], "hunger": row["hunger"]}
    # The first of a month may be a Wednesday: the two runs are looked at one by one.
    found = after(due(row["date"]), village, active=row["active"], rules={"330": {"schedule": []}})
    assert found["population"] == row["population_after"]


@pytest.mark.parametrize("row", rows("hunger"), ids=lambda r: f"{r['date'][:10]}-{r['village']}")
def test_hunger_comes_out_given_the_food(row: dict[str, Any]) -> None:
    village = {
        "name": "V",
        "population": row["population_before"],
        "hunger": row["hunger_before"],
        "farms": row["farms"],
    }
    in_force = row["rule_342_in_force"]
    hands = row["population_before"].get("farming", 0) // 2
    working = min(row["farms"], hands) if in_force else row["farms"]
    rolls = [row["food"]] if working else []
    rules: dict[str, Any] = {"331": {"schedule": []}} | ({} if in_force else {"342": None})
    found = after(due(row["date"]), village, rules=rules, rolls=rolls)
    assert found["hunger"] == row["hunger_after"]
    assert found["population"] == row["population_after"]
