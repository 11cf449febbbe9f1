"""A failure names the way to it: whose rule called what, with the line in each, the caller first."""

from __future__ import annotations

from tests.island import failures, rule, with_rules

GIVEN = "given: {players: {ana: {active: true}}}\n"
SHOP = """load("shells", "add")

def buy(player):
    price(4)

def price(n):
    return call("tax", "fee", n)

def gain(player):
    add(player, "x")

def hand(player):
    reply(price)
"""
FRONT = """commands:
  - {usage: /buy, run: buy, help: x}
  - {usage: /gain, run: gain, help: x}
  - {usage: /hand, run: hand, help: x}
"""
LAW = with_rules(
    {
        "120-tax.md": rule(
            120, "Tax", front="on: {voted: fee}\n", code="def fee(n, more = 0):\n    return n // more\n"
        ),
        "121-shop.md": rule(121, "Shop", front=FRONT, code=SHOP),
    }
)


def said(line: str) -> str:
    (found,) = failures(f"{GIVEN}when:\n  - {{by: ana, says: {line}}}\n", LAW)
    return found


def test_a_failure_in_another_rule_names_every_line_on_the_way() -> None:
    assert "Rule 120 (Tax) failed at line 10" in said("/buy")
    assert "the way there: shop line 15, then shop line 18, then tax line 10" in said("/buy")


def test_a_failure_in_shared_code_is_told_at_the_line_that_called_it() -> None:
    assert "Rule 121 (Shop) failed at line 21: `rules/library/shells.star, line 3" in said("/gain")
    assert "the way there: shop line 21, then rules/library/shells.star line 3" in said("/gain")


def test_a_function_that_is_handed_over_is_called_so() -> None:
    assert (
        "failed at line 24: a function cannot be handed over: call it with () behind it, or write its name in quotes"
        in said("/hand")
    )
    assert "serde" not in said("/hand") and "the way there" not in said("/hand")


def test_a_failing_handler_names_it_too() -> None:
    case = f"{GIVEN}when:\n  - {{by: ana, says: /council Why?}}\n  - {{by: ana, says: yay, on: 101, fails: by zero}}\n"
    law = {
        **LAW,
        "rules/island/120-tax.md": LAW["rules/island/120-tax.md"].replace(
            "n // more", "div(more)\n\ndef div(n):\n    for m in [1]:\n        n = m // 0"
        ),
    }
    (found,) = [*failures(case.replace("by zero", "nothing"), law)]
    assert "failed at line 14" in found and "the way there: tax line 10, then tax line 14" in found
