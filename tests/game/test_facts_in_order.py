"""What rules are told has its keys in the order of the alphabet: so it crosses to them as it is."""

from __future__ import annotations

from engine.game import calendar
from engine.game.examples.example_stage import Stage
from engine.game.proposals.tally import tally
from engine.game.words.law import rules
from engine.game.world.described import document_facts
from engine.game.world.facts import poll_facts, proposal_facts, thread_facts
from engine.law.documents.document import parse
from engine.law.running.texts import in_order
from tests.game.test_polls import OPENED, PEOPLE
from tests.island import RULESET, texts

VOTE = {"by": "bo", "says": "yay", "on": 12}
ODD = """---
title: Odd
rule: 301
state:
  harbours: {ships: {type: integer, default: 0}, boats: {type: integer, default: 0}}
parameters: {zeal: 3, ardour: {2: late, 1: soon}}
history:
  - enacted: 301
by_hand: true
---
It is odd.
"""


def test_facts_of_threads_polls_proposals_counts_and_dates_stand_in_order() -> None:
    stage = Stage({"given": {"players": PEOPLE}, "when": [*OPENED, VOTE]}, texts(), RULESET)
    stage.play()
    poll, count = poll_facts(stage.world, "12"), tally(stage.world, "12")
    assert poll["changes"]
    assert count["ballots"]
    told = [thread_facts(stage.world, 12), poll, proposal_facts(stage.world, 12, 3), count, calendar.fields(0, "UTC")]
    assert [in_order(facts) for facts in told] == [True] * len(told)
    assert str(rules(stage.world)).startswith("[")  # and not spread


def test_the_front_matter_of_a_rule_stands_in_order_however_it_is_written() -> None:
    front = document_facts(parse("rules/island/301-odd.md", ODD))["front"]
    assert [*front] == ["by_hand", "parameters", "state", "title"]
    assert [*front["state"]["harbours"]] == ["boats", "ships"]
    assert front["parameters"]["zeal"] == 3
