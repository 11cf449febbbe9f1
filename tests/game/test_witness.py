"""`seen`: rules that ask for it hear of whatever a player does, and of nobody else."""

from __future__ import annotations

import pytest

from engine.game.examples.example_stage import Stage
from tests.island import RULESET, failures, rule, with_rules

WITNESS = rule(
    120,
    "Witness",
    front="state:\n  sightings:\n    times: {type: integer, default: 0}\non: {seen: note}\n",
    code=(
        "def note(player):\n"
        '    before = get("sightings", player) or {"times": 0}\n'
        '    put("sightings", player, {"times": before["times"] + 1})\n'
    ),
)
LAW = with_rules({"120-witness.md": WITNESS})
GIVEN = "given: {players: {ana: {active: true}, bo: {active: true}, cy: {active: false}}}\n"
SONGS = '{108-songs.md: "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nWe sing.\\n"}'
OPENED = f"  - {{by: ana, opens: {{pull: 12, title: Songs, changes: {SONGS}}}}}\n  - {{by: ana, says: /open, on: 12}}\n"
PUSH = SONGS.replace("We sing", "We hum")
DEEDS = {
    "talk": "  - {by: bo, says: I am here.}\n",
    "a question about how things stand": "  - {by: bo, says: /status}\n",
    "what is refused": "  - {by: bo, says: /dance, refused: do not know}\n",
    "an issue": "  - {by: bo, opens: {issue: 13, title: Chat, body: Nice game.}}\n",
    "a pull request": f"  - {{by: bo, opens: {{pull: 13, title: Songs, changes: {SONGS}}}}}\n",
    "a vote": "  - {by: bo, says: yay, on: 12}\n",
}


@pytest.mark.parametrize("deed", DEEDS)
def test_whatever_a_player_does_is_seen(deed: str) -> None:
    times = 2 if deed == "a pull request" else 1  # its commits come with it
    case = f"{GIVEN}when:\n{OPENED}{DEEDS[deed]}then: {{sightings: {{bo: {{times: {times}}}}}}}\n"
    assert failures(case, LAW) == []


def test_a_command_that_is_seen_is_answered_with_what_it_cost_all_the_same() -> None:
    stage = Stage({"given": {"players": {"ana": {"active": True, "shells": 3}, "bo": {"active": True}}}}, LAW, RULESET)
    assert stage.step({"by": "ana", "says": "/give 2 shells to bo"}) is None
    assert any("**ana**: shells 3 → 1." in said for said in stage.said)
    assert stage.world.records.get("sightings", "ana") == {"times": 1}


def test_pushing_editing_and_deleting_are_seen_too() -> None:
    case = (
        f"{GIVEN}when:\n{OPENED}"
        "  - {by: bo, says: yay, on: 12, label: a}\n"
        "  - {by: bo, edits: a, to: Perhaps.}\n"
        "  - {by: bo, deletes: a}\n"
        f"  - {{by: ana, pushes: 12, changes: {PUSH}}}\n"
        "then: {sightings: {bo: {times: 3}, ana: {times: 4}}}\n"
    )
    assert failures(case, LAW) == []


def test_whoever_is_inactive_is_seen_and_a_stranger_is_not() -> None:
    case = (
        f"{GIVEN}when:\n  - {{by: cy, says: Back soon.}}\n  - {{by: zoe, says: Hello., ignored: true}}\n"
        "then: {sightings: {cy: {times: 1}, zoe: null}}\n"
    )
    assert failures(case, LAW) == []


def test_a_rule_that_fails_over_what_it_sees_stops_nothing() -> None:
    bad = WITNESS.replace('["times"] + 1', '["times"] + 1 // 0')
    case = f"{GIVEN}when:\n{OPENED}{DEEDS['a vote']}then: {{sightings: {{bo: null}}, tally: {{12: {{yay: 1}}}}}}\n"
    found = failures(case, with_rules({"120-witness.md": bad}))
    assert found and all("a rule that heard of it failed: Rule 120" in message for message in found)
