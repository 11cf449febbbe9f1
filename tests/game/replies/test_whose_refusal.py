"""What a rule refuses is answered with the rule, unless its own words name it."""

from __future__ import annotations

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.replies.failing import rule_says
from engine.law.documents.document import parse
from tests.island import RULESET, rule, with_rules

NO = 'def no(*args):\n    return "No dives today."\n'
DIVES = rule(130, "A day of rest", front="forbids: {dive: no}\n", code=NO)


def answer(said: str) -> str:
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, with_rules({"130-rest.md": DIVES}), RULESET)
    stage.step({"by": "ana", "says": said, "refused": ""})
    return stage.said[-1]


@pytest.mark.parametrize(
    ("said", "whose"),
    [
        ("/dive", "\n\nRule 130 (A day of rest) says so."),
        ("/give 50 shells to ana", "\n\nRule 104 (Gifts) says so."),
        ("/sing", ""),  # the engine's own
    ],
)
def test_a_refusal_names_the_rule_that_refuses(said: str, whose: str) -> None:
    assert answer(said).startswith("**Not done.**")
    assert answer(said).endswith(whose) and ("says so" in answer(said)) is bool(whose)


@pytest.mark.parametrize(
    ("number", "said", "whose"),
    [
        ("104", "Rule 104 knows no such gift.", ""),
        ("104", "It is against rule 1040.", "Rule 104 (Gifts) says so."),
        ("next", "This is rule none of us likes.", "The rule `gifts` says so."),
    ],
)
def test_words_that_name_the_rule_are_not_said_twice(number: str, said: str, whose: str) -> None:
    document = parse("rules/island/104-gifts.md", rule(104, "Gifts").replace("rule: 104", f"rule: {number}"))
    assert rule_says("gifts", document, said) == whose
