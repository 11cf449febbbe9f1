"""Wherever a game stands, what locks the law is a lock, and a rule in plain words is none: asked at any moment of random seasons."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from engine.game.calendar import from_stamp, stamp
from engine.game.examples.example_stage import Stage
from engine.game.prospects.trial import still_adoptable
from engine.game.world import changes
from tests.rulesets.texts import HOST, TEXTS
from tests.shares import WHOLE

EVERYONE: Final = ["ana", "bo", "cy", "di"]
LOCKS: Final[dict[str, list[Any]]] = {"credo": [306, 311], "frontier": [201, 202], "assembly": [201, 304, 306]}
START: Final = from_stamp("2026-01-05T12:00:00Z")
LOCK, PLAIN = 50, 51  # pull requests of ana's that are never opened


def given(ruleset: str, rng: random.Random) -> dict[str, Any]:
    people = EVERYONE[: rng.randint(2, 4)]
    players = {who: {"active": who == "ana" or rng.random() < 0.85} for who in people}
    if ruleset == "credo":
        villages = {who: {"name": who.title(), "population": {"general": 50}} for who in people}
        return {"players": players, "villages": villages, "game": {"last_number": 899}}
    turn = {"player": "ana", "number": 1, "round": 1}
    return {"players": players, "game": {"last_number": 899, "turn": turn, "turn_order": people}}


def plain(number: int, more: str = "") -> dict[str, str]:
    return {
        f"{number}-plain-{number}.md": f"---\nrule: next\ntitle: Plain {number}\nby_hand: true\n---\nSo it is.{more}\n"
    }


def steps(people: list[str], rng: random.Random) -> Iterator[dict[str, Any]]:
    """What people do: they propose, open, vote, push and take back, in whatever order; and time passes."""
    pulls: dict[int, str] = {}
    now = START
    for number in range(60, 60 + rng.randint(5, 25)):
        what = (
            rng.choice(["propose", "open", "open", "vote", "vote", "vote", "push", "close", "wait"])
            if pulls
            else "propose"
        )
        pull = rng.choice([*pulls]) if pulls else number
        if what == "propose":
            pulls[number] = rng.choice(people)
            yield {
                "by": pulls[number],
                "opens": {"pull": number, "title": f"{rng.randint(900, 902)} New", "changes": plain(number)},
            }
        elif what == "wait":
            now += rng.choice([2, 8, 14, 24, 37, 72]) * 3_600
            yield {"clock": stamp(now)}
        elif what == "vote":
            yield {"by": rng.choice(people), "says": rng.choice(["yay", "yay", "yay", "nay"]), "on": pull}
        elif what == "push":
            yield {"by": pulls[pull], "pushes": pull, "changes": plain(pull, f" Again, {number}.")}
        else:
            says = "/open" if what == "open" else rng.choice(["/resolve", "/close"])
            yield {"by": pulls[pull], "says": says, "on": pull}


def asked(stage: Stage, pull: int) -> bool:
    """Whether the law stays changeable under what the pull request changes."""
    world, before = stage.world, stage.world.moment.thread
    world.host.fresh()
    world.moment.thread = pull
    try:
        return still_adoptable(world, sorted(changes.touches(world, world.thread(pull)["change"])))
    finally:
        world.moment.thread = before


def is_playing(stage: Stage) -> bool:
    ana = stage.world.records.get("players", "ana")
    return not stage.world.game.get("over") and ana is not None and ana["active"] is True


@pytest.mark.parametrize("ruleset", LOCKS)
@pytest.mark.parametrize("seed", range(20 if WHOLE else 2))
def test_locks_are_locks_and_plain_rules_are_none(ruleset: str, seed: int) -> None:
    rng = random.Random(f"{ruleset} {seed}")
    start = given(ruleset, rng)
    stage = Stage({"given": start}, TEXTS, ruleset, HOST)
    lock = rng.choice(LOCKS[ruleset])
    for pull, change in ((LOCK, {lock: None}), (PLAIN, plain(950))):
        stage.step({"by": "ana", "opens": {"pull": pull, "title": "900 New", "changes": change}})
    done: list[object] = []
    for step in steps([*start["players"]], rng):
        done.append(step)
        stage.step(step)
        if not is_playing(stage):
            break
        if rng.random() < 0.3:
            assert (asked(stage, LOCK), asked(stage, PLAIN)) == (False, True), (lock, done)
