"""What rests on a rule is told to the voters, also where a rule has no number yet."""

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.words.registry import new_host
from engine.law.running import crossing
from engine.law.running.texts import Texts
from tests.rulesets.texts import HOST, TEXTS

BELLS = '---\nrule: next\ntitle: Bells\n---\nThey ring.\n\n```starlark\ndef ring():\n    return "ding"\n```\n'
SONGS = "---\nrule: 900\ntitle: Bells\n---\nThey ring, and we sing.\n"
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


@pytest.mark.parametrize("ruleset", ["assembly", "frontier", "starfarers"])
def test_nothing_is_read_of_the_rules_in_force_for_a_proposal_without_code(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage({"scene": "three"}, {**TEXTS, f"rules/{ruleset}/900-bells.md": BELLS}, ruleset, new_host())
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "A proposal", "changes": {"bells": SONGS}}})
    told: list[int] = []
    answer = crossing.answer

    def heard(value: object, texts: Texts) -> object:
        given = answer(value, texts)
        told.append(len(given) if isinstance(given, str) else 0)
        return given

    monkeypatch.setattr(crossing, "answer", heard)
    assert stage.step({"by": "ana", "says": "/open", "on": 12}) is None
    assert 0 < max(told) < 5_000
