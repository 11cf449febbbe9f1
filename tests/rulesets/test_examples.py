"""The examples beside the rules hold, and every rule with code has one of what it does and one of what it refuses."""

from __future__ import annotations

import re

import pytest

from engine.cli.fitting import next_number
from engine.game.examples import examples
from tests.rulesets.texts import HOST, TEXTS
from tests.shares import share

RULESETS = sorted({path.split("/")[1] for path in TEXTS if path.endswith(".md")})
CASES = [
    pytest.param(case, name, id=f"{case.path}:{case.line}")
    for name in RULESETS
    for case in examples.cases_of_ruleset(TEXTS, name)
]


@pytest.mark.parametrize(("case", "ruleset"), CASES)
def test_an_example_holds(case: examples.Example, ruleset: str) -> None:
    assert [str(f) for f in examples.play(case, TEXTS, ruleset, HOST)] == []


def shows_a_refusal(case: examples.Example) -> bool:
    return any("refused" in step or step.get("ignored") for step in case.content.get("when") or [])


def shows_a_deed(case: examples.Example) -> bool:
    return any("refused" not in step and not step.get("ignored") for step in case.content.get("when") or [])


def may_refuse(text: str) -> bool:
    return "refuse(" in text or "\nforbids:" in text or "\ncommands:" in text


@pytest.mark.parametrize(
    "path", [path for path, text in TEXTS.items() if path.endswith(".md") and "```starlark" in text]
)
def test_a_rule_with_code_shows_what_it_does_and_what_it_refuses(path: str) -> None:
    """A rule that refuses nothing by itself shows in another example where it stops."""
    cases = examples.cases_of_rule(path, TEXTS[path])
    assert any(shows_a_deed(case) for case in cases)
    assert any(shows_a_refusal(case) for case in cases) or (not may_refuse(TEXTS[path]) and len(cases) > 1)


def test_no_example_proposes_a_rule_by_a_name_that_people_give_first() -> None:
    """The next test plays a share of them; a game that has such a rule reads of its first proposal that an example broke."""
    common = re.compile(r"[{ ](?:\d+-)?(?:songs|dances|test)\.md: \"")
    assert [
        (p, found[0]) for p, text in TEXTS.items() if p.startswith("rules/") for found in common.finditer(text)
    ] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_examples_are_of_use_to_a_game_that_has_adopted_rules(ruleset: str) -> None:
    """The next number is another in each game, and what people propose first has common names: no example may hang on either."""
    number = next_number(ruleset, TEXTS, {})
    first = {
        f"rules/{ruleset}/{number + place}-{name.lower()}.md": f"---\nrule: {number + place}\ntitle: {name}\nhistory:\n"
        f"  - enacted: {number + place}\nby_hand: true\n---\nWe like {name.lower()}.\n"
        for place, name in enumerate(("Songs", "Dances", "Test"))
    }
    grown = {**TEXTS, **first}
    cases = share(examples.cases_of_ruleset(grown, ruleset), 12)
    assert [str(failure) for case in cases for failure in examples.play(case, grown, ruleset, HOST)] == []
