"""Numbers of proposals, where an amendment lets them begin with the last that there can be."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS

NUMBERED = {"assembly": 108, "credo": 108, "frontier": 107, "wayfarers": 114}


def plain(title: str) -> dict[str, Any]:
    return {f"{title.lower()}.md": f"---\nrule: next\ntitle: {title}\nby_hand: true\n---\nThere are {title}.\n"}


def mover(stage: Stage) -> str:
    turn: Any = stage.world.game.get("turn")
    return str(turn["player"]) if isinstance(turn, dict) else "ana"


@pytest.mark.parametrize("ruleset", NUMBERED)
def test_no_two_proposals_have_one_number_where_the_first_is_the_last_there_can_be(ruleset: str) -> None:
    given: dict[str, Any] = {"rules": {NUMBERED[ruleset]: {"parameters": {"first": 99999}}}}
    stage = Stage({"scene": "three", "given": given}, TEXTS, ruleset, HOST)
    for pull, title in ((12, "Songs"), (13, "Dances")):
        number = 99999 if pull == 12 else stage.world.game["last_number"] + 1
        stage.step({"by": mover(stage), "opens": {"pull": pull, "title": f"{number} {title}", "changes": plain(title)}})
        assert stage.step({"by": mover(stage), "says": "/open", "on": pull}) is None
        if pull == 12 and ruleset in ("frontier", "assembly"):  # a turn has one proposal
            for who in ("ana", "bo", "cy"):
                stage.step({"by": who, "says": "nay", "on": pull})
    numbers = [stage.world.poll(str(pull))["number"] for pull in (12, 13)]
    assert numbers[0] == 99999
    assert numbers[1] < 99999
