"""An amount that may be written below 0 is warned of: to give -5 is to take 5."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import amounts
from engine.law.rulebook import read
from tests.island import rule

SAID = "whoever writes `-5` for `<n>` has the contrary done of what the command is for: give the argument a `minimum`, such as `minimum: 1`"
TAKES = 'put("players", player, gold=get("players", player)["gold"] - n)'


def told(spec: str, line: str = TAKES) -> list[str]:
    front = f"commands:\n  - usage: /give <n> to <other>\n    run: give\n    arguments: {{other: {{type: player}}, n: {spec}}}\n"
    text = rule(120, "Giving", front=front, code=f"def give(player, n, other):\n    {line}\n")
    found = list(amounts.warnings(read("x", {"rules/x/120-giving.md": text}, new_host(), FIELDS)[0]))
    assert all("arguments:" in text.splitlines()[problem.line - 1] for problem in found)
    return [problem.message for problem in found]


@pytest.mark.parametrize("kind", ["integer", "number"])
@pytest.mark.parametrize("line", [TAKES, "gold = 1 + n", "gold = 5; gold += n", "reply(str(-n))"])
def test_an_amount_without_a_least_one_is_told(kind: str, line: str) -> None:
    assert told(f"{{type: {kind}}}", line) == [SAID]
    assert told(f"{{type: {kind}, maximum: 9}}", line) == [SAID]


@pytest.mark.parametrize("spec", ["{type: integer, minimum: 1}", "{type: number, minimum: -3}", "{type: word}"])
def test_one_that_has_it_is_not(spec: str) -> None:
    assert told(spec) == []


@pytest.mark.parametrize(
    "line",
    [
        'refuse("No.") if n < 1 else put("players", player, gold=5 - n)',
        "gold = 5 - max(n, 0)",
        "gold = 5 - abs(n); silver = 3 - n",
        "reply(str(n))",
        "reply(str(n * 2))",
        "gold = 5 - len(other)",
    ],
)
def test_nor_one_that_the_code_looks_at_or_never_adds(line: str) -> None:
    assert told("{type: integer}", line) == []
