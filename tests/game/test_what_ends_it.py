"""Voters are told before they vote whom a proposal makes win, and that it ends the game, however its code goes about it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.prospects import boards
from tests.island import RULESET, rule, texts

PEOPLE = ("ana", "bo", "cy")
WINS = 'def crown(change, poll):\n    win([poll["author"]], "A crown.")\n'
ENDS = 'def crown(change, poll):\n    end_game("Enough.")\n'
BOTH = WINS + '    end_game("A crown.")\n'
HIDDEN = 'finish = win\n\ndef crown(change, poll):\n    record = {"who": poll["author"]}\n    finish(record.values(), "A crown.")\n'
LATE = 'def crown(change, poll):\n    if len(poll["ballots"]) > 1:\n        win([poll["author"]], "A crown.")\n'
NUMBERED = 'def crown(change, poll):\n    if change["number"] == poll["number"]:\n        win([poll["author"]], "Number %d." % change["number"])\n'
IN_FORCE = 'def crown(change, poll):\n    if [r for r in rules() if r["number"] == poll["number"]]:\n        win([poll["author"]], "A crown.")\n'
QUORATE = 'def crown(change, poll):\n    if poll["quorum_at"] != None:\n        win([poll["author"]], "A crown.")\n'
LONG = 'def crown(change, poll):\n    for _ in range(3000):\n        for _ in range(2000):\n            pass\n    win([poll["author"]], "A crown.")\n'
RICH = 'def crown(change, poll):\n    put("players", poll["author"], get("players", poll["author"]) | {"fish": 100})\n'
AT_A_HUNDRED = 'def look(changed):\n    rich = [p for p in keys("players") if get("players", p)["fish"] >= 100]\n    if rich:\n        win(rich, "Fish.")\n'


def board(code: str, front: str = "on: {enacted: crown}\n", law: dict[str, str] | None = None) -> str:
    """What is shown of a proposal of ana's that has just been opened."""
    proposed = rule(120, "Crowns", front=front, code=code).replace("rule: 120", "rule: next")
    steps: list[dict[str, Any]] = [
        {"by": "ana", "opens": {"pull": 12, "title": "Crowns", "changes": {"120-crowns.md": proposed}}},
        {"by": "ana", "says": "/open", "on": 12},
    ]
    given = {"players": {name: {"active": True} for name in PEOPLE}}
    stage = Stage({"given": given, "when": steps}, texts() | (law or {}), RULESET)
    assert stage.play() == []
    text = str(boards.draw(stage.world, ["12"], stage.now)["12"]["text"])
    assert not stage.world.game["winners"] and not stage.world.game["over"], "it was only tried out"
    return text


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (WINS, "Once it is in force, **ana** has won, as things stand."),
        (ENDS, "Once it is in force, **the game is over**, as things stand."),
        (BOTH, "Once it is in force, **ana** has won and **the game is over**, as things stand."),
        (LATE, "Once it is in force, **ana** has won, as things stand."),
        (HIDDEN, "**ana** has won"),
        (NUMBERED, "**ana** has won"),
        (IN_FORCE, "**ana** has won"),
        (QUORATE, "**ana** has won"),
    ],
)
def test_whom_a_proposal_makes_win_at_once_is_told_with_its_votes(code: str, words: str) -> None:
    assert words in board(code)


def test_also_where_another_rule_makes_them_win_by_what_it_gives() -> None:
    known = rule(119, "Fish win", front="on: {changed: look}\n", code=AT_A_HUNDRED)
    assert "Once it is in force, **ana** has won" in board(RICH, law={"rules/island/119-fish-win.md": known})
    assert "Once it is in force" not in board(RICH)


def test_of_what_makes_nobody_win_nothing_is_told() -> None:
    only_by_word = 'def crown(player):\n    win([player], "A crown.")\n'
    command = "commands: [{usage: /crown, run: crown, help: Be king.}]\n"
    assert "Once it is in force" not in board(only_by_word, command)


def test_what_takes_too_long_to_be_tried_out_is_told_as_that() -> None:
    assert "takes too long to be tried out" in board(LONG)
