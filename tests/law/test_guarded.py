"""What a mutable rule writes into a field of an immutable one is told before it fails there."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import guarded
from engine.law.rulebook import read
from tests.island import rule

BANK = rule(101, "Bank", front="state: {players: {coins: {type: integer}, rank: {type: integer}}}\n")
GUARDED = BANK.replace("title: Bank\n", "title: Bank\nimmutable: true\n")


def told(code: str, bank: str = GUARDED, *, above: bool = False) -> list[tuple[int, str]]:
    front = "immutable: true\n" if above else ""
    law = {
        "rules/x/101-bank.md": bank,
        "rules/x/102-pay.md": rule(102, "Pay", front=f"{front}on: {{adopted: pay}}\n", code=code),
    }
    book, _ = read("x", law, new_host(), FIELDS)
    found = list(guarded.warnings(book))
    assert all(p.path == "rules/x/102-pay.md" and "rules/x/101-bank.md" in p.message for p in found)
    return [(p.line - book.documents["pay"].code_line, p.message.split("`")[3]) for p in found]


LAID = 'def pay(poll, tally):\n    put("players", "ana", get("players", "ana") | {"coins": 3})\n'
INTO = 'def pay(poll, tally):\n    ana = get("players", "ana")\n    ana["coins"] += 3\n    put("players", "ana", ana)\n'


@pytest.mark.parametrize(("code", "line"), [(LAID, 1), (INTO, 2), (INTO.replace("+=", "="), 2)])
def test_a_field_of_an_immutable_rule_that_a_mutable_one_writes_is_told(code: str, line: int) -> None:
    assert told(code) == [(line, "coins")]
    assert told(code, BANK) == [] == told(code, above=True)


def test_what_is_only_read_or_is_no_field_of_it_is_not() -> None:
    assert told('def pay(poll, tally):\n    return get("players", "ana")["coins"]\n') == []
    assert told(LAID.replace('"coins"', '"active"')) == []
