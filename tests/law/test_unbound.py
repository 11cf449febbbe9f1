"""A command that is offered by a field of a record, and whose function never looks at that field, is warned of: `whose` does not bind."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import front_matter
from engine.law.rulebook import read
from engine.template import shipped
from tests.island import rule

FRONT = """state:
  swaps:
    by: {type: string, default: ""}
    to: {type: string, default: ""}
commands:
  - {usage: /ask <player>, run: offer, help: x}
  - {usage: /grab <swap>, arguments: {swap: {whose: to}}, run: grab, help: x}
"""
CODE = """def offer(by, player):
    put("swaps", next_key("swaps"), {"by": by, "to": player})

def grab(player, swap):
    %s
    remove("swaps", swap)
"""
LOOKS = {
    "itself": 'if get("swaps", swap)["to"] != player:\n        refuse("Not yours.", "Ask for one.")',
    "by another function": 'theirs(player, swap)\n\ndef theirs(player, swap):\n    if get("swaps", swap)["to"] != player:\n'
    '        refuse("Not yours.", "Ask for one.")\n\ndef gone(swap):',
    "by another rule, perhaps": 'ask("may_have", player, swap)',
}


def warned(code: str, **more: str) -> list[str]:
    law = {"rules/x/120-swaps.md": rule(120, "Swaps", front=FRONT, code=code), **more}
    return [str(problem) for problem in front_matter.unbound(read("x", law, new_host(), FIELDS)[0])]


def test_who_never_looks_whose_a_record_is_is_warned_at_the_usage() -> None:
    (said,) = warned(CODE % 'get("swaps", swap)["by"]')
    assert said.startswith(
        "rules/x/120-swaps.md:10: `whose: to` of `<swap>` only offers the command, and `grab` never looks"
    )


@pytest.mark.parametrize(("field", "near"), [("anyone", ""), ("too", "; did you mean `to`?")])
def test_who_names_a_field_that_nobody_declares_is_told_that_nobody_is_offered_the_command(
    field: str, near: str
) -> None:
    law = {
        "rules/x/120-swaps.md": rule(
            120, "Swaps", front=FRONT.replace("whose: to", f"whose: {field}"), code=CODE % "pass"
        )
    }
    (said,) = [str(problem) for problem in front_matter.unbound(read("x", law, new_host(), FIELDS)[0])]
    assert (
        f"no rule declares that field of `swaps`, so no page offers the command to anybody{near}; where all may" in said
    )


@pytest.mark.parametrize("how", LOOKS)
def test_who_looks_is_not(how: str) -> None:
    assert warned(CODE % LOOKS[how]) == []


def test_nor_is_a_command_that_a_rule_forbids_to_whom_it_is_not_addressed() -> None:
    code = 'def not_theirs(player, swap):\n    return None if get("swaps", swap)["to"] == player else "Not yours."\n'
    guard = rule(121, "Guards", front="forbids: {swaps.grab: not_theirs}\n", code=code)
    assert warned(CODE % "pass", **{"rules/x/121-guards.md": guard}) == []


@pytest.mark.parametrize("ruleset", [*shipped.rulesets(), shipped.SHELF])
def test_no_rule_that_comes_with_the_engine_is_warned(ruleset: str) -> None:
    law = {path: text for path, text in shipped.law(ruleset).items() if path.endswith((".md", ".star"))}
    assert list(front_matter.unbound(read(ruleset, law, new_host(), FIELDS)[0])) == []
