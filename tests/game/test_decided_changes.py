"""What a proposal changes is told after it is law as it was before: its record shows it, and rules are told of what was."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.world.facts import poll_facts
from tests.island import RULESET, rule, with_rules

PEOPLE = {"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}
NETS = rule(120, "Nets", front="parameters: {price: 10}\n", prose="A net costs 10 shells.")
SONGS = {"130-songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"}


def adopted(changes: dict[Any, Any], law: dict[str, str]) -> Stage:
    stage = Stage(PEOPLE, law, RULESET)
    steps: list[dict[str, Any]] = [
        {"by": "ana", "opens": {"pull": 12, "title": "It", "changes": changes}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "bo", "says": "yay", "on": 12},
        {"by": "ana", "says": "/resolve", "on": 12},
    ]
    assert [wrong for step in steps if (wrong := stage.step(step))] == []
    assert (stage.world.records.get("polls", "12") or {})["landed"] is True
    return stage


def record(stage: Stage) -> str:
    filed = [files for segment in stage.folding.plan.segments if (files := segment.files)]
    return next(text or "" for files in filed for path, text in files.items() if path.startswith("proposals/1"))


CASES = {
    "a number is shown before and after": (
        {"nets": {"parameters": {"price": 8}}},
        "- amend rule `nets`: `Nets`\n\n### `Nets`\n\n- `price`: `10` → `8`\n",
    ),
    "a new rule is shown whole": (SONGS, "- enact rule `songs`: `Songs`\n\n### `Songs`\n\n```diff\n@@ -0,0 +1 @@\n+We sing.\n```\n"),
    "a rule that goes is shown as gone": ({"nets": None}, "- `price`: `10` → nothing\n\n```diff\n@@ -1 +0,0 @@\n-A net costs 10 shells.\n```\n"),
    "a transmutation is called one": ({"nets": {"immutable": True}}, "- transmute rule `nets`: `Nets`\n"),
}  # fmt: skip


@pytest.mark.parametrize("shown", CASES)
def test_the_record_of_what_was_adopted_shows_what_it_changed(shown: str) -> None:
    changes, said = CASES[shown]
    told = record(adopted(changes, with_rules({"120-nets.md": NETS})))
    assert said in told, told


def test_rules_are_told_of_a_poll_that_is_law_what_there_was_before() -> None:
    code = """def price(change):
    return change["was"]["front"]["parameters"]["price"]

def look(change, poll):
    announce("Of %d: %d." % (price(change), price(poll["changes"][0])))
"""
    eye = rule(121, "Eye", front="on: {amended: look}\n", code=code)
    stage = adopted({"nets": {"parameters": {"price": 8}}}, with_rules({"120-nets.md": NETS, "121-eye.md": eye}))
    assert any("Of 10: 10." in text for text in stage.said), stage.said


def test_its_number_and_its_pedigree_are_those_it_has_as_law() -> None:
    stage = adopted({"nets": {"parameters": {"price": 8}}}, with_rules({"120-nets.md": NETS}))
    (change,) = poll_facts(stage.world, "12")["changes"]
    law = stage.world.book.documents["nets"]
    assert (change["number"], change["path"]) == (law.number, law.path)
    assert change["was"] is not None and change["was"]["number"] == 120
