"""A table of Credo for properties: players with villages, any acts, and what must hold after each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hypothesis import strategies as st

from engine.game.consulting import constraints
from engine.game.examples.example_stage import Stage
from engine.game.proposals.tally import tally
from engine.game.words.registry import new_host
from tests.counting import identity_holds
from tests.rulesets.texts import TEXTS

Step = dict[str, Any]
Record = dict[str, Any]
LAW: Final = {p: t for p, t in TEXTS.items() if p.startswith(("rules/credo/", "rules/library/"))}
HOST: Final = new_host()
NAMES: Final = ("ana", "bo", "cy", "di")
PLAYERS = st.sampled_from(NAMES)
COUNTS = st.sampled_from([1, 3, 10, 40, 70, 100_000])


def village(name: str, **fields: Any) -> Record:
    return {"name": name.upper(), "population": {"general": 60}, **fields}


def table(villages: dict[str, Record], *, points: int = 30, **more: Any) -> Stage:
    """A game in which the owners of these villages are active and have points."""
    players = {name: {"active": True, "points": points, "joined_at": place} for place, name in enumerate(villages, 1)}
    return Stage({"given": {"players": players, "villages": villages}, **more}, LAW, "credo", HOST)


def act(stage: Stage, step: Step) -> dict[str, Any]:
    """Takes a step, and returns its outcome: the last one, the numbers of new issues aside."""
    stage.step(step)
    outcomes = [o for o in stage.folding.plan.outcomes if not o["id"].startswith("observed/")]
    return outcomes[-1] if outcomes else {"is": "ignored"}


def total(stage: Stage, collection: str, amount: Callable[[Record], int]) -> int:
    return sum(amount(record) for _, record in stage.world.records.items(collection))


def people(record: Record) -> int:
    return int(sum(record["population"].values()))


def hunger(record: Record) -> int:
    return int(record["hunger"])


def points(record: Record) -> int:
    return int(record["points"])


def must_hold(stage: Stage) -> None:
    """What holds after any act: records as the law has them, tallies whole, no debt, nobody active without a village."""
    constraints.check_records(stage.world)
    for key in stage.world.records.keys("polls"):
        assert identity_holds(tally(stage.world, key)), key
    for name, player in stage.world.records.items("players"):
        assert player["points"] >= 0, name
        assert not player["active"] or stage.world.records.get("villages", name) is not None, name
    places = [(at["x"], at["y"]) for _, at in stage.world.records.items("map")]
    assert len(places) == len(set(places))
    for outcome in stage.folding.plan.outcomes:
        assert outcome.get("code") != "rule_fault", outcome
        assert outcome["is"] != "refused" or (outcome["reason"] and outcome["code"]), outcome
