"""What rests on a rule is told to the voters, also where a rule has no number yet."""

import pytest

from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS

BELLS = '---\nrule: next\ntitle: Bells\n---\nThey ring.\n\n```starlark\ndef ring():\n    return "ding"\n```\n'
TOWER = (
    "---\nrule: 901\ntitle: Tower\nhistory:\n  - enacted: 901\ncommands: [{usage: /toll, run: toll, help: Ring.}]\n---\nIt has bells.\n\n"
    '```starlark\nload("bells", "ring")\n\ndef toll(player):\n    reply(ring())\n```\n'
)


@pytest.mark.parametrize("ruleset", ["assembly", "frontier"])
def test_a_rule_of_the_first_law_that_has_no_number_is_called_by_its_title(ruleset: str) -> None:
    law = {**TEXTS, f"rules/{ruleset}/900-bells.md": BELLS, f"rules/{ruleset}/901-tower.md": TOWER}
    stage = Stage({"scene": "three"}, law, ruleset, HOST)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "No bells", "changes": {"bells": None}}})
    assert stage.step({"by": "ana", "says": "/open", "on": 12}) is None
    assert "These rules rest on the rule Bells, which would go: 901 (Tower)." in "\n".join(stage.said)
