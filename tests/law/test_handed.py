"""The name of a field that is handed to a function is looked up, as one that is written behind `get` is."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import handed
from engine.law.rulebook import read
from tests.island import rule

PURSE = """def owned(player, what):
    return get("players", player)[what]

def has(player, what):
    return what in get("players", player)

def gain(player, what, count):
    if has(player, what):
        record = get("players", player)
        put("players", player, record | {what: record[what] + count})

def spend(player, what, count):
    gain(player, what, -owned(player, what))
"""
SHELLS = "state: {players: {shells: {type: integer, default: 0}}}\n"


def told(body: str, front: str = "") -> list[str]:
    code = f'load("purse", "gain", take = "spend")\n\ndef pay(player, sort):\n    {body}\n'
    law = {
        "rules/library/purse.star": PURSE,
        "rules/x/119-shells.md": rule(119, "Shells", front=SHELLS),
        "rules/x/120-wages.md": rule(120, "Wages", front=front, code=code),
    }
    return [problem.message for problem in handed.warnings(read("x", law, new_host(), FIELDS)[0])]


@pytest.mark.parametrize("call", ['gain(player, "{}", 3)', 'take(player, "{}", 3)', "gain(player, coin, 3)"])
def test_a_field_that_is_handed_over_and_that_nobody_declares_is_told(call: str) -> None:
    """Such a rule would be adopted, tell of wages, and pay nobody."""
    for field in ("shells", "points"):
        found = told(call.format(field), f"parameters: {{coin: {field}}}\n")
        name = call.partition("(")[0]
        assert found == (
            [f"`{name}` is handed `points`, and no rule declares that field of players"] if field == "points" else []
        )


def test_a_slip_gets_the_nearest_name() -> None:
    assert told('gain(player, "shels", 3)') == [
        "`gain` is handed `shels`, and no rule declares that field of players; did you mean `shells`?"
    ]


@pytest.mark.parametrize("call", ["gain(player, sort, 3)", 'gain("points", "shells", 3)', "gain(player)"])
def test_what_is_not_written_out_is_not_guessed_at(call: str) -> None:
    assert told(call) == []
