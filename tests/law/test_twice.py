"""Who takes copies of two records and puts both is told what comes of it where they are one: a gift to oneself would be a gift of all."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import twice
from engine.law.rulebook import read
from tests.island import rule

BOTH = 'one = get("players", player)\n    two = get("players", other)\n    '
PAY = 'put("players", player, one | {"n": one["n"] - 5})\n    '
GAIN = 'put("players", other, two | {"n": two["n"] + 5})'


def told(body: str) -> list[str]:
    law = {"rules/x/120-gifts.md": rule(120, "Gifts", code=f"def give(player, other):\n    {body}\n")}
    found = twice.warnings(read("x", law, new_host(), FIELDS)[0])
    return [f"{p.line} {p.message.partition(', for')[0]}" for p in found]


def test_two_copies_of_what_may_be_one_record_are_told_of() -> None:
    assert told(BOTH + PAY + GAIN) == ["12 where `other` is `player`, this takes back what was put in line 11"]
    in_place = 'one["n"] -= 5\n    two["n"] += 5\n    put("players", player, one)\n    put("players", other, two)'
    assert told(BOTH + in_place) == ["14 where `other` is `player`, this takes back what was put in line 13"]


@pytest.mark.parametrize(
    "body",
    [
        'if player == other:\n        refuse("No.")\n    ' + BOTH + PAY + GAIN,
        'one = get("players", player)\n    ' + PAY + 'two = get("players", other)\n    ' + GAIN,
        BOTH + PAY + 'put("huts", other, two)',
        BOTH + PAY + 'put("players", other, {"n": 5})',
        BOTH + PAY + 'put("players", player, one)',
    ],
)
def test_where_they_differ_or_the_second_is_taken_later_nothing_is_said(body: str) -> None:
    assert told(body) == []
