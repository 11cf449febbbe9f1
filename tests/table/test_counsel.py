"""What the law says of things as they stand, asked of a child: a rule that is broken, slow or deadly spoils one answer and no page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.table.counsel import Counsel
from tests.begun import START, begun
from tests.island import with_rules
from tests.referee.test_too_much import in_force

RULE = "---\nrule: 120\ntitle: Moods\nadjusts: {{status_lines: mood}}\n---\nMoods.\n\n```starlark\ndef mood(lines, player):\n{0}\n```\n"
GLAD = '    return lines + ["You are glad."]'
SLOW = "    for i in range(100000):\n        for j in range(100000):\n            lines = lines\n    return lines"


@pytest.fixture
def counsel() -> Iterator[Counsel]:
    found = Counsel()
    yield found
    found.close()


def world(body: str) -> dict[str, str]:
    law = with_rules({"120-moods.md": RULE.format(body)})
    players = {"ana": {"id": 1, "login": "ana", "active": True}}
    return begun(law, name="I", records={"players": players})


def test_rules_are_asked_and_answer(counsel: Counsel) -> None:
    found = counsel.ask(world(GLAD), START, {"ana": 1, "bo": 2})
    assert found["lines"]["ana"] == ["You are glad."]
    assert "active" in found["kinds"]["ana"] and found["kinds"]["bo"] == ["anyone"]
    assert found["trouble"] == ""
    assert all(due["at"] > START for due in found["due"]) and found["due"]


def test_a_rule_that_takes_too_long_spoils_one_answer_and_the_next_one_comes(counsel: Counsel) -> None:
    found = counsel.ask(world(SLOW), START, {"ana": 1})
    assert found["trouble"] or "cannot be shown" in found["lines"]["ana"][0]
    again = counsel.ask(world(GLAD), START, {"ana": 1})
    assert again["lines"]["ana"] == ["You are glad."] and again["trouble"] == ""


def test_a_child_that_dies_is_replaced(counsel: Counsel) -> None:
    counsel.warm()
    assert counsel.child is not None
    counsel.child.kill()
    counsel.child.wait()
    assert counsel.ask(world(GLAD), START, {"ana": 1})["trouble"] == ""


def test_a_law_that_the_judge_can_load_can_be_asked(counsel: Counsel) -> None:
    """It takes more memory to load than its questions have: `test_too_much.py` judges under it."""
    found = counsel.ask(in_force(400_000_000), START, {"ana": 1})
    assert found["trouble"] == ""
    assert "/bomb" in [command["usage"] for command in found["commands"]]
