"""Dice that stand in a law: an amendment puts nothing in their place that nobody can throw, for whoever is owed the throw would have none."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.game import dice
from engine.game.examples.example_stage import Stage
from tests.island import rule
from tests.rulesets.texts import HOST, TEXTS

WRITTEN = [
    "2d6+1",
    "d20",
    "3d6 - 2",
    " 1D12 + 12 ",
    "1d0",
    "0d6",
    "2d",
    "d",
    "",
    "2d6+",
    "10000d1000000",
    "10001d6",
    "2d1000001",
    "2 d 6",
    "2d6+1+1",
]


def can_be_thrown(texts: list[str]) -> list[bool]:
    """What the code that rules share says of them."""
    code = f'load("throws", "can_be_thrown")\n\ndef tell(player):\n    reply(str([can_be_thrown(text) for text in {json.dumps(texts)}]))\n'
    front = "commands: [{usage: /tell, run: tell}]\n"
    stage = Stage(
        {"scene": "three", "given": {"rules": {"897-tell.md": rule(897, "Tell", front=front, code=code)}}},
        TEXTS,
        "credo",
        HOST,
    )
    assert stage.step({"by": "ana", "says": "/tell"}) is None
    told: list[bool] = json.loads(stage.said[-1].lower())
    return told


def is_a_throw(text: str) -> bool:
    try:
        dice.parse(text)
    except dice.BadThrow:
        return False
    return True


def test_the_laws_take_for_a_throw_what_can_be_thrown_and_nothing_else() -> None:
    chance = random.Random(7)
    texts = WRITTEN + ["".join(chance.choices("0126dD+- ", k=chance.randint(1, 9))) for _ in range(600)]
    assert can_be_thrown(texts) == [is_a_throw(text) for text in texts]


@pytest.mark.parametrize(
    ("slug", "parameters"),
    [("incentive", {"throw": "2d"}), ("first-points", {"throw": None}), ("villages", {"founders": "12d12+x"})],
)
def test_in_credo_no_proposal_puts_what_is_no_throw_into_the_place_of_one(
    slug: str, parameters: dict[str, Any]
) -> None:
    stage = Stage({"scene": "three"}, TEXTS, "credo", HOST)
    changes = {slug: {"parameters": parameters}}
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 Dice", "changes": changes}})
    assert "is no throw of dice" in str(stage.step({"by": "ana", "says": "/open", "on": 12}))
    stage.step({"by": "ana", "pushes": 12, "changes": {slug: {"parameters": dict.fromkeys(parameters, "3d6")}}})
    assert stage.step({"by": "ana", "says": "/open", "on": 12}) is None


def test_no_amendment_has_more_dice_shown_than_can_be_thrown() -> None:
    given = {"rules": {"award": {"parameters": {"offset": 291, "most_dice": 10**6, "most_faces": 10**9}}}}
    stage = Stage({"scene": "three", "given": given}, TEXTS, "credo", HOST)
    for says in ("/roll 10001d6", "/roll 1d1000001"):
        assert "up to 10000 dice with up to 1000000 faces" in str(stage.step({"by": "ana", "says": says}))
    assert stage.step({"by": "ana", "says": "/roll 10000d6"}) is None
