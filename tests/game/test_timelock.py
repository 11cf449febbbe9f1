"""An adopted change that still waits can be stopped by a rule; then nothing of it lands, and it may be proposed again."""

from __future__ import annotations

from typing import Any

from engine.game.examples.example_stage import Stage
from engine.store import guard
from tests.island import RULESET, failures, rule, with_rules

LOCK = rule(
    120,
    "Timelock",
    front="""answers: {takes_effect: later}
commands:
  - {usage: /dawn, run: dawn, help: x}
  - {usage: /veto <number>, run: veto, help: x, arguments: {number: {type: integer}}}
on: {withdrawn: regret}
""",
    code="""def later(poll):
    return "dawn"

def dawn(player):
    tell("dawn")

def veto(player, number):
    stop(number, "vetoed by %s" % player)

def regret(poll):
    announce("Stopped: %s" % poll["subject"])
""",
)
SONG = "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nWe sing.\\n"
ADOPTED = f"""
given: {{players: {{ana: {{active: true}}}}}}
when:
  - {{by: ana, opens: {{pull: 12, title: Songs, changes: {{121-songs.md: "{SONG}"}}}}}}
  - {{by: ana, says: /open, on: 12}}
  - {{by: ana, says: yay, on: 12}}
  - {{by: ana, says: /resolve, on: 12}}
"""
LAW = with_rules({"120-timelock.md": LOCK})


def test_without_a_veto_it_lands() -> None:
    assert failures(ADOPTED + "  - {by: ana, says: /dawn}\nthen: {rules: {songs: {title: Songs}}}\n", LAW) == []


def test_a_veto_stops_it_for_good() -> None:
    stopped = (
        ADOPTED
        + "  - {by: ana, says: /veto 12}\n  - {by: ana, says: /veto 12, refused: withdrawn}\n  - {by: ana, says: /dawn}\n"
    )
    claims = "then: {rules: {songs: null}, polls: {12: {status: withdrawn, awaits: null}}, replies: [Stopped]}\n"
    assert failures(stopped + claims, LAW) == []


def test_what_was_stopped_may_be_proposed_again() -> None:
    again = "".join(f"  - {{by: ana, says: {word}, on: 12}}\n" for word in ("/open", "yay", "/resolve"))
    claims = "  - {by: ana, says: /dawn}\nthen: {rules: {songs: {title: Songs}}, polls: {12: {status: adopted}}}\n"
    assert failures(ADOPTED + "  - {by: ana, says: /veto 12}\n" + again + claims, LAW) == []


def test_of_what_was_stopped_no_head_is_kept_that_could_be_merged() -> None:
    stage = Stage(guard.load(ADOPTED), LAW, RULESET)
    assert stage.play() == []
    assert stage.world.thread(12)["voted"] == stage.world.thread(12)["head"]
    assert stage.step({"by": "ana", "says": "/veto 12"}) is None
    assert stage.world.thread(12)["voted"] is None


def test_who_may_not_stop_what_the_immutable_rules_have_decided_is_not_told_that_its_author_may() -> None:
    higher = rule(
        110,
        "Higher",
        front="immutable: true\nanswers: {verdict: adopted, takes_effect: later}\n",
        code='def adopted(poll, tally):\n    return "adopted"\n\ndef later(poll):\n    return "dawn"\n',
    )
    old = rule(111, "Old").replace("title: Old", "title: Old\nimmutable: true")
    steps: list[Any] = [
        {"by": "ana", "opens": {"pull": 12, "title": "Old", "changes": {"111-old.md": old + "More.\n"}}},
        *({"by": "ana", "says": text, "on": 12} for text in ("/open", "yay", "/resolve")),
    ]
    law = with_rules({"110-higher.md": higher, "111-old.md": old, "120-timelock.md": LOCK})
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, law, RULESET)
    assert [stage.step(step) for step in steps] == [None] * 4
    told = stage.step({"by": "ana", "says": "/veto 12"})
    assert told is not None and "cannot stop it. What is decided stays." in told
