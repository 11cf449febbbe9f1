"""A rule opens a poll in a thread that there is, where none is open: no ballot is lost by it, and no proposal is caught."""

from __future__ import annotations

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.proposals import landing, standing
from engine.game.refusal import Refusal
from engine.game.world.facts import poll_facts
from tests.island import RULESET, failures, rule, with_rules

FRONT = """commands:
  - {usage: /trap <number>, run: trap, help: x, arguments: {number: {type: integer}}}
  - {usage: /spring <number>, run: spring, help: x, arguments: {number: {type: integer}}}
  - {usage: /kinds <count>, run: kinds, help: x, arguments: {count: {type: integer}}}
"""
CODE = """def trap(player, number):
    open_poll("trap", "A trap", thread = number)

def spring(player, number):
    withdraw(str(number), "It was a trap.")

def kinds(player, count):
    for n in range(count):
        withdraw(open_poll("kind-%d" % n, "Why?"), "We know.")
"""
LAW = with_rules({"120-traps.md": rule(120, "Traps", front=FRONT, code=CODE)})
GIVEN = "given: {players: {ana: {active: true}, bo: {active: true}}}\nwhen:\n"
SONG = "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nWe sing.\\n"
PULL = f'  - {{by: ana, opens: {{pull: 12, title: Songs, changes: {{121-songs.md: "{SONG}"}}}}}}\n'
ADOPTED = "".join(
    f"  - {{by: {by}, says: {word}, on: 12}}\n"
    for by, word in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve"))
)


@pytest.mark.parametrize(
    ("begun", "where", "key"),
    [
        ("  - {by: ana, says: /council Why?}\n", 101, "council/1"),
        ("  - {by: ana, opens: {issue: 31, title: Dance}}\n  - {by: bo, says: /trap 31}\n", 31, "31"),
        ("  - {by: bo, says: /trap 1}\n", 1, "1"),
    ],
)
def test_no_poll_is_opened_where_one_is_open_and_its_ballots_stand(begun: str, where: int, key: str) -> None:
    case = (
        f"{GIVEN}{begun}  - {{by: ana, says: yay, on: {where}}}\n  - {{by: bo, says: /trap {where}, refused: open already}}\n"
        f"then: {{polls: {{{key}: {{status: open}}}}, tally: {{{key}: {{yay: 1}}}}}}\n"
    )
    assert failures(case, LAW) == []


def test_a_poll_has_the_tag_of_an_issue_of_the_engines_and_else_none() -> None:
    case = {"given": {"players": {"ana": {"active": True}}}, "when": [{"by": "ana", "says": "/council Why?"}]}
    stage = Stage(case, LAW, RULESET)
    assert stage.play() == []
    for step in (
        {"by": "ana", "says": "/close", "on": 101},
        {"by": "ana", "says": "/trap 101"},
        {"by": "ana", "says": "/trap 1"},
    ):
        stage.step(step)
    assert stage.world.poll("council/1")["kind"] == stage.world.poll("1")["kind"] == "trap"
    assert (stage.world.poll("council/1")["tag"], stage.world.poll("1")["tag"]) == ("council/1", None)


def test_with_its_poll_an_issue_of_peoples_is_closed_and_the_table_is_not() -> None:
    given = {"players": {"ana": {"active": True}, "bo": {"active": True}}}
    stage = Stage({"given": given, "when": [{"by": "ana", "opens": {"issue": 31, "title": "Dance"}}]}, LAW, RULESET)
    assert stage.play() == []
    closed = []
    for thread in (1, 31):
        for word in ("trap", "spring"):
            assert stage.step({"by": "bo", "says": f"/{word} {thread}"}) is None
        assert stage.world.poll(str(thread))["status"] == "withdrawn"
        closed += [thread] if stage.world.records.get("outbox", f"close/{thread}") is not None else []
    assert closed == [31]


@pytest.mark.parametrize("number", [12, 99, -7, 0])
def test_no_poll_is_opened_in_a_thread_that_is_not_there_and_the_proposal_opened_later_is_its_own(number: int) -> None:
    case = (
        f"{GIVEN}  - {{by: bo, says: /trap {number}, refused: Nothing is known}}\n{PULL}{ADOPTED}"
        "then: {polls: {12: {status: adopted, kind: proposal, author: ana}}, rules: {songs: {title: Songs}}}\n"
    )
    assert failures(case, LAW) == []


def test_a_poll_that_is_over_makes_room_for_another_in_its_thread() -> None:
    case = (
        GIVEN
        + "  - {by: ana, says: /council Why?}\n  - {by: ana, says: /close, on: 101}\n  - {by: bo, says: /trap 101}\n"
        "then: {polls: {council/1: {status: open, kind: trap}}}\n"
    )
    assert failures(case, LAW) == []


def caught() -> Stage:
    """A poll about no proposal that stands in a pull request, as games may have it that were begun before."""
    case = {
        "given": {"players": {"ana": {"active": True}, "bo": {"active": True}}},
        "when": [
            {"by": "bo", "says": "/trap 1"},
            {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": {"121-songs.md": rule(121, "Songs")}}},
        ],
    }
    stage = Stage(case, LAW, RULESET)
    assert stage.play() == []
    stage.world.records.put("polls", "12", {**stage.world.poll("1"), "thread": 12})
    stage.world.notes.open_polls = ["12"]
    return stage


def test_a_poll_about_no_proposal_takes_no_change_and_lands_nothing() -> None:
    stage = caught()
    stage.step({"by": "ana", "pushes": 12, "changes": {"121-songs.md": rule(121, "Songs") + "More.\n"}})
    assert stage.world.poll("12")["change"] is None
    with pytest.raises(Refusal, match="none about a proposal"):
        landing.number_of(poll_facts(stage.world, "12"))


def test_a_pull_request_in_which_such_a_poll_was_decided_is_opened_all_the_same() -> None:
    stage = caught()
    stage.world.patch("polls", "12", status="rejected")
    stage.world.notes.open_polls = []
    stage.step({"by": "ana", "says": "/open", "on": 12})
    assert stage.world.poll("12")["kind"] == "proposal" and stage.world.poll("12")["number"] is not None


def test_numbers_of_polls_go_on_however_many_kinds_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "MOST_KINDS", 3)
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": []}, LAW, RULESET)
    for _ in range(2):
        stage.step({"by": "ana", "says": "/kinds 5"})
    assert stage.world.records.keys("polls") == [f"kind-{n}/{m}" for n in range(5) for m in (1, 2)]
    assert stage.world.notes.serials == {"kind-0": 2, "kind-1": 2, "kind-2": 2}


def test_no_number_of_a_poll_is_given_twice_where_the_last_is_not_known() -> None:
    """As after an administrator took the note away by hand, and left the polls."""
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": []}, LAW, RULESET)
    stage.step({"by": "ana", "says": "/kinds 1"})
    stage.world.notes.serials = {}
    stage.step({"by": "ana", "says": "/kinds 1"})
    assert stage.world.records.keys("polls") == ["kind-0/1", "kind-0/2"]
    assert stage.world.notes.serials == {"kind-0": 2}


def test_a_poll_in_an_issue_is_withdrawn_as_that_is_closed_and_it_is_called_an_issue() -> None:
    steps = [
        {"by": "ana", "opens": {"issue": 31, "title": "Dance"}},
        {"by": "bo", "says": "/trap 31"},
        {"by": "ana", "closes": 31},
    ]
    stage = Stage({"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}, LAW, RULESET)
    assert [stage.step(step) for step in steps] == [None] * 3
    poll = stage.world.poll("31")
    assert (poll["status"], poll["reason"]) == ("withdrawn", "The issue was closed.")


def trapped_under(text: str) -> Stage:
    """An issue of ana's in which bo has opened a vote, under the island's law and one rule more."""
    law = LAW | {"rules/island/121-keeping.md": text}
    stage = Stage({"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}, law, RULESET)
    for step in ({"by": "ana", "opens": {"issue": 31, "title": "Dance"}}, {"by": "bo", "says": "/trap 31"}):
        assert stage.step(step) is None
    return stage


def test_where_a_rule_does_not_let_a_closed_vote_be_withdrawn_all_are_told_once_that_it_goes_on() -> None:
    keeping = rule(
        121, "Keeping", front="on: {withdrawn: keep}\n", code='def keep(poll):\n    refuse("No way back.")\n'
    )
    stage = trapped_under(keeping)
    told = []
    for id_ in ("thread/31/1", "thread/31/2"):
        stage.happen("thread", id_, None, 31, facts={"state": "closed"})
        told.append((stage.world.records.get("outbox", "held/31") or {}).get("text"))
        stage.world.records.remove("outbox", "held/31")  # as it is once it has been said
    assert stage.world.poll("31")["status"] == "open"
    assert told == ["This was closed, and the vote goes on all the same. No way back.", None]


def test_of_another_title_that_a_rule_does_not_let_pass_nobody_is_told_that_the_vote_was_closed() -> None:
    keeping = rule(
        121, "Keeping", front="on: {pull_changed: keep}\n", code='def keep(poll, part):\n    refuse("It has a name.")\n'
    )
    stage = trapped_under(keeping)
    outcome = stage.happen("thread", "thread/31/1", None, 31, facts={"state": "open", "title": "Dancing"})
    assert "It has a name." in str(outcome)
    assert stage.world.records.get("outbox", "held/31") is None
