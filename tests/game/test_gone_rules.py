"""A rule that has itself or another repealed runs on to its end: whatever it does then is its own fault, or simply done."""

from __future__ import annotations

import pytest

from tests.island import failures, rule, with_rules

GIVEN = "given: {players: {ana: {active: true}}}\n"
FRONT = "answers: {riddle: second}\ncommands:\n  - {usage: /go, run: go, help: x}\n"
CODE = """def go(player):
    resolve(12)
    %s

def second():
    return 2

def later(**data):
    return None
"""
FIRST = """def first():
    resolve(12)
    return None
"""
ADOPTED = """when:
  - {by: ana, opens: {pull: 12, title: Away with it, changes: {going: null}}}
  - {by: ana, says: /open, on: 12}
  - {by: ana, says: yay, on: 12}
"""


def law(word: str) -> dict[str, str]:
    return with_rules({"120-going.md": rule(120, "Going", front=FRONT, code=CODE % word)})


def test_a_timer_of_a_rule_that_is_gone_is_that_rules_fault() -> None:
    refused = "  - {by: ana, says: /go, refused: not in force any more}\nthen: {rules: {going: {title: Going}}}\n"
    assert failures(GIVEN + ADOPTED + refused, law('set_timer("t", now() + 100, "later")')) == []


@pytest.mark.parametrize(
    "word",
    [
        'cancel_timer("t")',
        'open_poll("x", "y")',
        'put("game", "game", get("game"))',
        'tell("nobody_hears")',
        'ask("riddle")',
        'enact("x", "y", "z")',
        'announce("Gone.")',
        'reply("%s" % still_adoptable([]))',
        'open_issue("x", "y", "z")',
        'end_game("Gone.")',
    ],
)
def test_what_a_rule_that_is_gone_does_otherwise_is_done(word: str) -> None:
    done = "  - {by: ana, says: /go}\nthen: {rules: {going: null}}\n"
    assert failures(GIVEN + ADOPTED + done, law(word)) == []


def test_who_calls_a_rule_that_is_gone_is_told_so() -> None:
    refused = "  - {by: ana, says: /go, refused: is in force}\n"
    assert failures(GIVEN + ADOPTED + refused, law('call("going", "second")')) == []


def test_a_question_goes_to_nobody_whom_it_has_had_repealed() -> None:
    asking = rule(
        110,
        "Asking",
        front="answers: {riddle: first}\ncommands:\n  - {usage: /ask, run: asks, help: x}\n",
        code=FIRST + '\ndef asks(player):\n    reply("It is %s" % ask("riddle"))\n',
    )
    asked = "  - {by: ana, says: /ask}\nthen: {rules: {going: null}, replies: [It is None]}\n"
    assert (
        failures(GIVEN + ADOPTED + asked, {**law("pass"), **with_rules({"110-asking.md": asking}), **law("pass")}) == []
    )
