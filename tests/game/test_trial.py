"""Would rule-changes stay possible? A guard on the island asks before anyone votes, and nothing of the trial stays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.game.calendar import from_stamp
from engine.game.examples.example_stage import Stage
from tests.island import RULESET, failures, rule, texts, with_rules

GUARD = rule(
    120,
    "Guard",
    front="forbids:\n  open: must_stay_changeable\n",
    code=(
        "def must_stay_changeable(player, proposal):\n"
        '    return None if still_adoptable(proposal["changes"]) else "Nothing could be adopted any more."\n'
    ),
)
GIVEN = "given: {players: {ana: {active: true}, bo: {active: true}, cy: {active: true}}}\n"


def new(front: str, code: str = "", number: str = "next") -> dict[str, str | None]:
    return {"121-new.md": rule(121, "New", front=front, code=code).replace("rule: 121", f"rule: {number}")}


def proposals(old: str, other: str) -> dict[str, str | None]:
    path = "rules/island/102-proposals.md"
    text = texts()[path]
    assert old in text
    return {"102-proposals.md": text.replace(old, other)}


NO = "def no(*args):\n    return {}\n"
LOCKS: dict[str, dict[str, str | None]] = {
    "nobody can open": new("forbids: {open: no}\n", NO.format('"No."')),
    "nobody can vote": new("forbids: {vote: no}\n", NO.format('"No."')),
    "nobody may even begin to vote": new("on: {voting: no}\n", 'def no(*args):\n    refuse("No.")\n'),
    "nobody can resolve": new("forbids: {resolve: no}\n", NO.format('"No."')),
    "nobody has a vote": new("adjusts: {electorate: none}\n", "def none(voters, poll):\n    return []\n"),
    "only one of three can vote": new(
        "forbids: {vote: no}\n", 'def no(player, poll, choice):\n    return None if player == "ana" else "No."\n'
    ),
    "no ballot stands": new(
        "adjusts: {counted_ballots: none}\n", "def none(standing, poll, ballots):\n    return []\n"
    ),
    "more have to vote than there are": proposals("2 * tally", "tally"),
    "yay rejects": proposals('return "adopted" if', 'return "rejected" if'),
    "the rule on proposals goes": {"102-proposals.md": None},
    "no word opens": proposals(
        "{usage: /open, run: open_it, help: Open your pull request for voting.}", "{usage: /o, run: mine, help: x}"
    ),
    "it fails when it is asked": new("adjusts: {quorum: bad}\n", "def bad(quorum, poll, tally):\n    return 1 // 0\n"),
}
PASSES: dict[str, dict[str, str | None]] = {
    "a rule in plain words": new(""),
    "a gift less": {"104-gifts.md": None},
    "no votes on Mondays": new(
        "forbids: {vote: no}\n", 'def no(*args):\n    return "No." if date(now())["weekday"] == 1 else None\n'
    ),
    "no proposals before three in the afternoon": new(
        "forbids: {open: no}\n", 'def no(*args):\n    return "No." if date(now())["hour"] < 15 else None\n'
    ),
    "a verdict by itself, and no command": new(
        "forbids: {resolve: no}\nadjusts: {resolves_itself: done}\n",
        NO.format('"No."') + '\ndef done(complete, poll, tally):\n    return tally["yay"] == tally["electorate"]\n',
    ),
    "votes in order, lowest number first": new(
        "forbids: {vote: no}\n",
        "def no(player, poll, choice):\n"
        '    return "No." if [p for p in polls(poll["kind"]) if p["number"] < poll["number"]] else None\n',
    ),
}
# Another proposal is open all the while: what only hinders while it is open does not lock the law.
OTHER = {"104-gifts.md": texts()["rules/island/104-gifts.md"].replace("Shells may", "All shells may")}


def told(change: dict[str, str | None], refused: str = "", given: str = GIVEN) -> str:
    step = ", refused: " + refused if refused else ""
    return (
        f"{given}when:\n"
        f"  - {{by: bo, opens: {{pull: 11, title: Other, changes: {json.dumps(OTHER)}}}}}\n"
        "  - {by: bo, says: /open, on: 11}\n"
        f"  - {{by: ana, opens: {{pull: 12, title: New, changes: {json.dumps(change)}}}}}\n"
        f"  - {{by: ana, says: /open, on: 12{step}}}\n"
        f"then: {{polls: {{12: {'null' if refused else '{status: open, ballots: []}'}, 11: {{status: open}}}}}}\n"
    )


@pytest.mark.parametrize("name", LOCKS)
def test_a_proposal_that_would_lock_the_law_is_refused_before_anyone_votes(name: str) -> None:
    law = with_rules({"120-guard.md": GUARD})
    assert failures(told(LOCKS[name], "adopted"), law) == []


@pytest.mark.parametrize("name", PASSES)
def test_what_leaves_a_way_may_be_proposed(name: str) -> None:
    law = with_rules({"120-guard.md": GUARD})
    assert failures(told(PASSES[name]), law) == []


def test_a_locked_law_is_not_held_against_who_would_open_it_again() -> None:
    lock = rule(119, "Lock", front="forbids: {vote: no}\n", code=NO.format('"No."'))
    law = with_rules({"120-guard.md": GUARD, "119-lock.md": lock})
    assert failures(told({"119-lock.md": None}), law) == []
    assert failures(told(new("")), law) == []


def test_dice_thrown_in_a_trial_are_not_the_games() -> None:
    thrown = 'def draw(*args):\n    reply("It shows %d." % roll("1d6"))\n'
    luck = rule(119, "Luck", front="on: {opened: draw, adopted: draw}\n", code=thrown)
    law = with_rules({"120-guard.md": GUARD, "119-luck.md": luck})
    assert failures(told(new(""), given=GIVEN + "rolls: [4, 5]\n"), law) == []


def test_what_was_changed_before_a_trial_is_told_after_it() -> None:
    witness = rule(
        122,
        "Witness",
        front="state:\n  notes:\n    seen: {type: integer, default: 0}\non: {pull_changed: note, changed: tell_it}\n",
        code=(
            "def note(poll, what):\n"
            '    put("notes", poll["key"], {"seen": 1})\n\n'
            "def tell_it(changed):\n"
            '    if "notes" in changed:\n'
            '        reply("Noted.")\n'
        ),
    )
    case = GIVEN + (
        "when:\n"
        "  - {by: ana, opens: {pull: 12, title: Diving, changes: {106: {title: Divers}}}}\n"
        "  - {by: ana, says: /open, on: 12}\n"
        "  - {by: ana, pushes: 12, changes: {106: {title: Diver}}}\n"
        "then: {replies: [Noted.]}\n"
    )
    assert failures(case, with_rules({"120-guard.md": GUARD, "122-witness.md": witness})) == []


def test_what_is_imagined_is_not_written_where_a_change_lands() -> None:
    law = with_rules({"120-guard.md": GUARD})
    people = {name: {"active": True} for name in ("ana", "bo", "cy")}
    stage = Stage({"given": {"players": people}}, law, RULESET)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Diving", "changes": {106: {"title": "Divers"}}}})
    for by, says in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("cy", "yay"), ("ana", "/resolve")):
        stage.step({"by": by, "says": says, "on": 12})
    segments = [*stage.folding.plan.segments, stage.folding.segment]
    written = [path for segment in segments for path in segment.files]
    assert (stage.world.records.get("polls", "12") or {})["status"] == "adopted"
    assert [path for path in written if path.startswith("rules/")] == [
        "rules/island/106-dives.md",
        "rules/island/121-dives.md",
    ]


@pytest.mark.parametrize("name", PASSES)
def test_what_is_written_when_a_change_lands_is_the_law_in_force_and_nothing_that_was_tried(name: str) -> None:
    law = with_rules({"120-guard.md": GUARD})
    stage = Stage({"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}, law, RULESET)
    stage.now = from_stamp("2026-01-06T16:00:00Z")  # a Tuesday afternoon: nobody is kept from voting
    steps: list[dict[str, Any]] = [{"by": "ana", "opens": {"pull": 12, "title": "New", "changes": PASSES[name]}}]
    steps += [{"by": who, "says": "yay", "on": 12} for who in ("ana", "bo")]
    steps.insert(1, {"by": "ana", "says": "/open", "on": 12})
    for step in [*steps, {"by": "ana", "says": "/resolve", "on": 12}]:
        stage.step(step)
    stage.folding.close()
    files: dict[str, Any] = dict(stage.world.files)
    for segment in stage.folding.plan.segments:
        files |= segment.files
    assert (stage.world.records.get("polls", "12") or {})["status"] == "adopted"
    assert {p: t for p, t in files.items() if p.startswith("rules/") and t is not None} == stage.world.law.texts
    assert [p for p in files if p.startswith("proposals/") and "/changes/" not in p] == ["proposals/121.md"]
