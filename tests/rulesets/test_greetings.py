"""A proposal is prepared by whoever likes to, whoever's turn it is: its greeting tells of the proposal, and not of turns."""

from __future__ import annotations

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.prospects import boards
from tests.rulesets.test_first_turn import BEGINNINGS
from tests.rulesets.texts import TEXTS

SONGS = "---\nrule: {number}\ntitle: Songs {number}\nby_hand: true\n---\nThey are sung.\n"


def _greeted(stage: Stage, who: str, pull: int) -> str:
    """What stands in the thread of somebody's proposal, which nobody has opened for voting."""
    number = stage.world.records.get("game", "game")["last_number"] + 1
    rule = {f"{number}-songs.md": SONGS.format(number=number)}
    assert stage.step({"by": who, "opens": {"pull": pull, "title": "Songs", "changes": rule}}) is None
    return str(boards.draw(stage.world, [str(pull)], stage.now))


def _joined(ruleset: str) -> Stage:
    roles, joins, _ = BEGINNINGS[ruleset]
    stage = Stage({"roles": roles}, TEXTS, ruleset)
    for who, text in zip(("ana", "bo"), joins, strict=True):
        assert stage.step({"by": who, "says": text}) is None
    return stage


@pytest.mark.parametrize("ruleset", BEGINNINGS)
def test_what_is_prepared_before_the_game_begins_is_not_said_to_be_refused(ruleset: str) -> None:
    """In Frontier it was refused to everybody, since "your proposal of this turn is #0"."""
    assert "nothing in it would be refused" in _greeted(_joined(ruleset), "bo", 12)


def test_in_frontier_the_one_proposal_of_a_turn_is_the_movers() -> None:
    """Whoever prepared theirs while the mover's was voted on read that it is the one of *their* turn."""
    stage = _joined("frontier")
    assert stage.step(BEGINNINGS["frontier"][2]) is None
    mover = stage.world.records.get("game", "game")["turn"]["player"]
    other = "bo" if mover == "ana" else "ana"
    _greeted(stage, mover, 12)
    assert stage.step({"by": mover, "says": "/open", "on": 12}) is None
    assert "nothing in it would be refused" in _greeted(stage, other, 13)
    assert "Your proposal of this turn is #12" in _greeted(stage, mover, 14)
