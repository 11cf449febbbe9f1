"""A kind of votes that no rule opens is told of, where code waits for one: it would wait in silence."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import kinds
from engine.law.rulebook import read
from tests.island import rule


def told(line: str, opens: str = '"rule-change"') -> list[str]:
    law = {
        "rules/x/119-open.md": rule(
            119,
            "Open",
            front="documents: {card: cards}\n",
            code=f"def open_it(player):\n    open_poll({opens}, player)\n",
        ),
        "rules/x/120-feast.md": rule(120, "Feasts", code=f"def f(poll):\n    {line}\n"),
    }
    return [f"{p.line} {p.message}" for p in kinds.warnings(read("x", law, new_host(), FIELDS)[0])]


@pytest.mark.parametrize(
    "line",
    [
        'return poll["kind"] == "proposal"',
        'return poll["kind"] in ("proposal", "rule-change")',
        'return polls("proposal")',
        'return "proposal" == poll["kind"]',
    ],
)
def test_a_kind_that_no_rule_opens_is_told_with_those_there_are(line: str) -> None:
    assert told(line) == ["9 no rule opens a vote of the kind `proposal`; there is `rule-change`"]


def test_a_slip_gets_the_nearest_kind() -> None:
    assert told('return poll["kind"] == "rule-changes"') == [
        "9 no rule opens a vote of the kind `rule-changes`; did you mean `rule-change`?"
    ]


@pytest.mark.parametrize("kind", ["rule-change", "card", "pull", "issue", "rule"])
def test_of_kinds_that_there_are_nothing_is_said(kind: str) -> None:
    assert told(f'return poll["kind"] == "{kind}"') == []


def test_where_a_kind_is_put_together_nothing_is_said() -> None:
    assert told('return poll["kind"] == "proposal"', "player") == []
