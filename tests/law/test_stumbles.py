"""Who writes a rule as they would write Python is told what rules have in place of it."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.rulebook import read
from tests.island import rule

INSTEAD = {
    'print("x")': "rules have no `print`: `reply(text)` answers",
    "random.choice([1])": "rules have no `random`: chance comes by `roll`",
    "round(2.5)": "rules have no `round`: `round_half_up(number)`",
    "set([1])": "rules have no `set`: use a list",
    "isinstance(1, int)": "rules have no `isinstance`: `type(x)",
    "datetime.now()": "rules have no `datetime`: `now()`",
    'amend("songs", {})': "rules have no `amend`: no code changes a rule",
    "repli(1)": "Variable `repli` not found, did you mean `reply`?",
    "0 < 1 < 2": "rules cannot compare three in a row: write `a < b and b < c`",
    "2 ** 2": "rules cannot use `**`: multiply",
}


@pytest.mark.parametrize("code", INSTEAD)
def test_the_word_for_it_is_named(code: str) -> None:
    law = {"rules/x/120-t.md": rule(120, "T", code=f"def f(p):\n    return {code}\n")}
    assert INSTEAD[code] in str(read("x", law, new_host(), FIELDS)[1][0])


def test_a_loop_without_end_is_one_with_an_end() -> None:
    law = {"rules/x/120-t.md": rule(120, "T", code="def f(p):\n    while True:\n        pass\n")}
    assert "rules cannot use `while`: use `for i in range(n)`" in str(read("x", law, new_host(), FIELDS)[1][0])
