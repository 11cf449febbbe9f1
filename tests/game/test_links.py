"""Links to rules whose numbers changed while a proposal lay there: what lands leads to the files in force."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from tests.island import RULESET, rule, with_rules

READS = "As [the rule on gifts](104-gifts.md) says."
LAW = with_rules({"120-shore.md": rule(120, "Shore", prose=READS)})
LATE = {
    "a new rule": ("reef.md", rule(0, "Reef", prose=READS).replace("rule: 0", "rule: next")),
    "an amendment": ("120-shore.md", rule(120, "Shore", prose=f"And so it is. {READS}")),
}


@pytest.mark.parametrize(("file", "text"), LATE.values(), ids=LATE)
def test_a_link_written_before_the_rule_got_another_number_leads_to_it_once_it_lands(file: str, text: str) -> None:
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, LAW, RULESET)
    steps: list[dict[str, Any]] = [
        {"by": "ana", "opens": {"pull": 12, "title": "Late", "changes": {file: text}}},
        {"by": "ana", "opens": {"pull": 13, "title": "Gifts", "changes": {104: {"title": "Presents"}}}},
    ]
    steps += [{"by": "ana", "says": said, "on": on} for on in (13, 12) for said in ("/open", "yay", "/resolve")]
    assert [stage.step(step) for step in steps] == [None] * len(steps)
    names = {path.rpartition("-")[2]: path.rpartition("/")[2] for path in stage.world.law.texts}
    landed = stage.world.law.texts[f"rules/{RULESET}/{names[file.rpartition('-')[2]]}"]
    assert names["gifts.md"] != "104-gifts.md"
    assert READS.replace("104-gifts.md", names["gifts.md"]) in landed


def test_what_a_proposal_changes_is_told_with_the_links_in_force() -> None:
    text = rule(120, "Shore", front="immutable: true\n", prose=READS)
    same = (
        "def f(player, proposal):\n"
        '    change = proposal["changes"][0]\n'
        '    told = change["op"] == "transmute" and change["was"] != None\n'
        '    return "It is other than it was." if told and change["text"] != change["was"]["text"] else None\n'
    )
    law = LAW | with_rules(
        {
            "120-shore.md": rule(120, "Shore", prose=READS),
            "121-same.md": rule(121, "Same", front="forbids: {open: f}\n", code=same),
        }
    )
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, law, RULESET)
    steps: list[dict[str, Any]] = [
        {"by": "ana", "opens": {"pull": 12, "title": "Late", "changes": {"120-shore.md": text}}},
        {"by": "ana", "opens": {"pull": 13, "title": "Gifts", "changes": {104: {"title": "Presents"}}}},
        *({"by": "ana", "says": said, "on": 13} for said in ("/open", "yay", "/resolve")),
        {"by": "ana", "says": "/open", "on": 12},
    ]
    assert [stage.step(step) for step in steps] == [None] * len(steps)


def test_rules_that_are_called_alike_in_another_ruleset_are_left_alone() -> None:
    """A repository made from the engine's own has all of them in it."""
    elsewhere = {
        "rules/reef/120-shore.md": rule(120, "Shore", prose=READS),
        "rules/reef/104-gifts.md": rule(104, "Gifts"),
    }
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, LAW | elsewhere, RULESET)
    steps: list[dict[str, Any]] = [
        {"by": "ana", "opens": {"pull": 13, "title": "Gifts", "changes": {104: {"title": "Presents"}}}},
        *({"by": "ana", "says": said, "on": 13} for said in ("/open", "yay", "/resolve")),
    ]
    assert [stage.step(step) for step in steps] == [None] * len(steps)
    assert {path: text for path, text in stage.world.law.texts.items() if "/reef/" in path} == elsewhere
    assert "104-gifts.md" not in stage.world.law.texts["rules/island/120-shore.md"]
