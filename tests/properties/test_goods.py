"""Gifts, offers and moves pass things on: nothing is made of them and nothing is lost, and nobody gets into debt."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.examples.example_stage import Stage
from engine.game.proposals.polls import open_polls
from tests.properties.credo import (
    COUNTS,
    NAMES,
    PLAYERS,
    Step,
    act,
    hunger,
    must_hold,
    people,
    points,
    table,
    total,
    village,
)
from tests.shares import WHOLE

# Nobody can be moved out of a village by fourteen moves of four: one that dies takes its player's points with it.
STORES = st.integers(-120, 40)


@st.composite
def exchanges(draw: st.DrawFn) -> list[Step]:
    """Gifts, offers with an answer, and moves with their votes, by anyone and in any order. `N` is the latest offer, `M` the one before."""
    steps: list[Step] = []
    for _ in range(draw(st.integers(1, 14))):
        by, other, count = draw(PLAYERS), draw(PLAYERS), draw(COUNTS)
        price = draw(st.sampled_from([0, 1, 5, 12, 500]))
        kind = draw(st.sampled_from(["give", "offer", "offer", "move", "allocate"]))
        if kind == "offer":
            offer = {"by": by, "says": f"/offer {count} food to {other} for {price} points"}
            if draw(st.booleans()):
                steps += [offer, offer, *({"by": other, "says": f"/accept {which}"} for which in "NM")]
                continue
            steps.append(offer)
            for _ in range(draw(st.integers(0, 2))):
                answer = draw(st.sampled_from(["/accept N", "/accept N", "/decline N", "/retract N"]))
                steps.append({"by": draw(st.sampled_from([other, other, by])), "says": answer})
        elif kind == "move":
            steps.append({"by": by, "says": f"/move {min(count, 4)} people to {other} for {price} points"})
            answer = draw(st.sampled_from(["yay", "yay", "yay", "nay"]))
            steps += [{"by": by, "says": "yay", "on": "the move"}, {"by": other, "says": answer, "on": "the move"}]
        else:
            told = {"give": f"/give {count} points to {other}", "allocate": f"/allocate {count} farming"}
            steps.append({"by": by, "says": told[kind]})
    return steps


@settings(max_examples=400 if WHOLE else 30, deadline=None)
@given(st.tuples(STORES, STORES, STORES, STORES), exchanges())
def test_exchanges_conserve_people_food_and_points(stores: tuple[int, ...], steps: list[Step]) -> None:
    stage = table({name: village(name, hunger=store) for name, store in zip(NAMES, stores, strict=True)})
    before = [total(stage, "villages", people), total(stage, "villages", hunger), total(stage, "players", points)]
    for step in steps:
        moves = open_polls(stage.world, "migration")
        if "on" in step and not moves:
            continue
        says = step["says"].replace("N", str(offers(stage))).replace("M", str(offers(stage) - 1))
        found = act(stage, step | {"says": says} | ({"on": moves[-1]} if "on" in step else {}))
        after = [total(stage, "villages", people), total(stage, "villages", hunger), total(stage, "players", points)]
        assert after == before, step
        assert all(debt <= 0 for debt in sold_by(stage, found, says)), step
    must_hold(stage)


def offers(stage: Stage) -> int:
    return len(stage.world.records.keys("offers"))


def sold_by(stage: Stage, found: dict[str, Any], says: str) -> list[int]:
    """The hunger of a village that has just sold food, which must have been surplus."""
    if found["is"] != "done" or found.get("command") != "accept":
        return []
    offer = stage.world.records.get("offers", says.split()[-1]) or {}
    return [hunger(stage.world.records.get("villages", offer["by"]) or {})]
