"""A rule whose code nothing calls is warned of, where that can be told by the texts alone."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import functions
from engine.law.rulebook import read
from engine.template import shipped
from tests.island import RULESET, rule, texts

CODE = 'def sing(player):\n    reply("La.")\n'
ANOTHER = "on: {proposal_adopted: heard}\n"


def warned(*others: str, front: str = "by_hand: true\n", code: str = CODE) -> list[str]:
    law = {"rules/x/120-songs.md": rule(120, "Songs", front=front, code=code)}
    more = {f"rules/x/{number}-more{number}.md": text for number, text in enumerate(others, 121)}
    return [str(problem) for problem in functions.idle(read("x", law | more, new_host(), FIELDS)[0])]


def test_code_under_a_front_matter_that_names_none_of_it_is_warned_of() -> None:
    (said,) = warned()
    assert said.startswith("rules/x/120-songs.md:9: nothing in the law calls this code"), said


@pytest.mark.parametrize(
    "front",
    [
        "commands:\n  - {usage: /sing, run: sing, help: x}\n",
        "on: {proposal_adopted: sing}\n",
        'schedule: [{cron: "0 9 * * *", run: sing}]\n',
        "answers: {quorum: sing}\n",
        "adjusts: {status_lines: sing}\n",
        "forbids: {vote: sing}\n",
    ],
)
def test_a_front_matter_that_names_a_function_is_enough(front: str) -> None:
    assert warned(front=front) == []


@pytest.mark.parametrize(
    "code",
    [
        'load("songs", "sing")\n\ndef heard(key):\n    sing("")\n',
        'def heard(key):\n    call("songs", "sing", "")\n',
        'def heard(key):\n    call(key, "sing", "")\n',
        'def heard(key):\n    how = call\n    how("songs", "sing", "")\n',
    ],
)
def test_code_that_another_rule_loads_or_calls_or_may_call_is_not_warned_of(code: str) -> None:
    assert warned(rule(121, "More121", front=ANOTHER, code=code)) == []


def test_a_rule_without_functions_is_not() -> None:
    assert warned(code="") == []


@pytest.mark.parametrize("ruleset", [*shipped.rulesets(), shipped.SHELF])
def test_no_rule_that_comes_with_the_engine_is_warned(ruleset: str) -> None:
    law = {path: text for path, text in shipped.law(ruleset).items() if path.endswith((".md", ".star"))}
    assert list(functions.idle(read(ruleset, law, new_host(), FIELDS)[0])) == []


def test_nor_is_one_of_the_island() -> None:
    assert list(functions.idle(read(RULESET, texts(), new_host(), FIELDS)[0])) == []


def test_what_shared_code_loads_is_not_idle() -> None:
    choir = {"rules/library/choir.star": 'load("songs", "sing")\n'}
    law = {"rules/x/120-songs.md": rule(120, "Songs", front="by_hand: true\n", code=CODE), **choir}
    assert list(functions.idle(read("x", law, new_host(), FIELDS)[0])) == []
