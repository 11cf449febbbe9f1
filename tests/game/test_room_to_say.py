"""What waits to be said stands in the engine's own notes: nothing that a rule does makes it larger than their file may be."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.plan import Plan
from engine.game.world import wishes
from engine.referee.judging.checked_plan import LARGEST_FILE
from tests.game.test_engines_own_room import COMMAND, NOTES, notes, told_late
from tests.game.test_nonsense import played, said, told
from tests.island import RULESET, rule, with_rules

SIGN = "\U0001f409"  # one character of four bytes


def delivered(at: int, key: str) -> dict[str, Any]:
    return told(f"delivered/{key}", "delivered", at, None, None, key=key)


def refused(plan: Plan) -> list[str]:
    return [o["reason"] for o in plan.outcomes if o["is"] == "refused"]


def is_done(plan: Plan, id_: str) -> bool:
    return any(o["id"] == id_ and o["is"] == "done" for o in plan.outcomes)


@pytest.mark.parametrize("word", ['close_issue("t/%d" % n, TEXT)', 'withdraw("t/%d" % n, TEXT)'])
def test_a_last_word_finds_room_or_is_refused(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setattr(wishes, "TOO_MUCH", 30_000)
    opens = 'open_issue("t/%d" % n, "Room", "x")' if word.startswith("close") else 'open_poll("matter", "Why?")'
    last = word if word.startswith("close") else 'withdraw(polls("matter")[0]["key"], TEXT)'
    code = (
        f'TEXT = "{SIGN}" * 400\n\ndef go(player):\n    for n in range(20):\n        {opens}\n'
        '    for n in range(20):\n        set_timer("t%d" % n, now() + 60, "ring", n = n)\n\n'
        f"def ring(n):\n    {last}\n"
    )
    plan = played(
        rule(120, "Odd", front=COMMAND, code=code), [said(1, "ana", "/go"), told_late(said(2, "bo", "/build"))]
    )
    assert is_done(plan, "comment/2"), "timers that find no room stop nobody"
    assert refused(plan) and all("too much waits" in reason for reason in refused(plan))


def test_what_a_single_happening_closes_is_taken_back_where_it_is_too_much_to_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However it is closed: votes that are resolved close their issues as well, and no word of the rule's asks for room."""
    monkeypatch.setattr(wishes, "MOST", 80_000)
    code = (
        'def go(player):\n    for n in range(5):\n        open_poll("matter", "Why?", text = "x" * 10000)\n\n'
        'def end(player):\n    for poll in polls("matter"):\n        resolve(poll["key"])\n\n'
        'def rejected(poll, tally):\n    return "rejected"\n\ndef yes(poll, tally):\n    return True\n'
    )
    front = COMMAND + "  - {usage: /end, run: end, help: x}\nanswers: {verdict: rejected, quorum: yes}\n"
    some, others = [[delivered(at, f"issue/matter/{at + n}") for n in range(5)] for at in (1, 6)]
    opened = [said(1, "ana", "/go"), *some, said(6, "bo", "/go"), *others]
    inbox = [*opened, said(13, "ana", "/end"), said(14, "bo", "/build")]
    plan = played(rule(120, "Odd", front=front + "overrides: all\n", code=code), inbox)
    found = {o["id"]: o for o in plan.outcomes}
    assert (found["comment/13"]["is"], found["comment/13"].get("code")) == ("refused", "too_large")
    assert "waits to be said" in found["comment/13"]["reason"]
    assert (found["comment/6"]["is"], found["comment/14"]["is"]) == ("done", "done")


def test_of_a_rule_that_hears_only_what_it_did_itself_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wishes, "MOST", 50_000)
    code = f'def go(*args):\n    for n in range(10):\n        open_issue("t/%d" % n, "Room", "{SIGN}" * 2000)\n'
    plan = played(rule(120, "Odd", front="on: {acted: go}\n", code=code), [said(2, "bo", "/build")])
    found = {o["id"]: o for o in plan.outcomes}["comment/2"]
    assert found["is"] == "done" and found["faults"][0]["rule"] == "odd"
    assert "waits to be said" in found["faults"][0]["why"]


def test_short_lines_are_measured_as_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line is written with blanks before it, four times as long as it is said."""
    monkeypatch.setattr(wishes, "MOST", 60_000)
    code = 'def go(player):\n    for n in range(5):\n        announce("a\\n" * 1500)\n'
    plan = played(rule(120, "Odd", front=COMMAND, code=code), [said(n, "ana", "/go") for n in range(1, 9)])
    assert not refused(plan) and "left out" in notes(plan)
    assert len(notes(plan).encode()) < 100_000 < LARGEST_FILE
    assert NOTES in plan.segments[-1].files


def test_a_proposal_is_opened_however_much_waits_to_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a rule that talks without end could not be repealed; what has an issue of its own finds no room."""
    monkeypatch.setattr(wishes, "TOO_MUCH", 30_000)
    code = 'def go(player):\n    for n in range(3):\n        announce("x" * 15000)\n'
    law = with_rules({"120-odd.md": rule(120, "Odd", front=COMMAND, code=code)})
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, law, RULESET)
    for step in (
        {"by": "ana", "says": "/go"},
        {"by": "ana", "says": "/council Why?", "refused": "too much waits to be said"},
        {"by": "ana", "opens": {"pull": 12, "title": "No more", "changes": {"odd": None}}},
        {"by": "ana", "says": "/open", "on": 12},
    ):
        assert stage.step(step) is None
    assert stage.world.poll("12")["status"] == "open"
