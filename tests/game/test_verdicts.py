"""What the law asks of a proposal is asked whenever it matters, a verdict is final, and a quorum is heard of when it is there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.examples.example_stage import Stage
from engine.game.proposals import fallen
from engine.game.proposals.tally import tally
from engine.game.prospects import boards
from tests.counting import identity_holds
from tests.island import RULESET, rule, with_rules
from tests.shares import tries

PEOPLE = ("ana", "bo", "cy", "di", "ed")
SONGS = {"130-songs.md": rule(130, "Songs").replace("rule: 130", "rule: next")}
BEER = {"131-beer.md": rule(131, "Beer").replace("rule: 131", "rule: next")}
ONE_AT_A_TIME = rule(
    120,
    "One at a time",
    front="answers: {proposal_number: one}\nforbids: {open: no_beer}\n",
    code=(
        "def one(proposal):\n"
        '    if len(proposal["changes"]) > 1:\n        refuse("One rule-change at a time.")\n'
        "    return None\n\n"
        "def no_beer(player, proposal):\n"
        '    beer = [c for c in proposal["changes"] if c["title"] == "Beer"]\n'
        '    return "No beer for %s." % player if beer and get("players", player)["shells"] == 0 else None\n'
    ),
)
HEARD = rule(
    121,
    "Heard",
    front="on: {quorum_reached: say, adopted: award, rejected: award, comment_edited: pay}\n",
    code=(
        'def say(poll, tally):\n    announce("Quorum with %d of %d." % (tally["cast"], tally["electorate"]))\n\n'
        'def award(poll, tally):\n    give(poll["author"])\n\n'
        "def pay(player, poll, ballot):\n    give(player)\n\n"
        'def give(player):\n    put("players", player, get("players", player) | {"shells": get("players", player)["shells"] + 10})\n'
    ),
)
LAW = with_rules({"120-one.md": ONE_AT_A_TIME, "121-heard.md": HEARD})


def says(by: str, text: str, on: int | str = 12, **more: Any) -> dict[str, Any]:
    return {"by": by, "says": text, "on": on, **more}


def opened(changes: dict[str, Any], *steps: dict[str, Any], active: int = 2, law: Mapping[str, str] = LAW) -> Stage:
    """A proposal of ana's, who has a shell, opened in #12, and the steps; the first so many people are active."""
    players = {who: {"active": place < active, "shells": int(who == "ana")} for place, who in enumerate(PEOPLE)}
    begin = [{"by": "ana", "opens": {"pull": 12, "title": "A thing", "changes": changes}}, says("ana", "/open")]
    stage = Stage({"given": {"players": players}, "when": [*begin, *steps]}, law, RULESET)
    assert stage.play() == []
    return stage


def poll(stage: Stage) -> dict[str, Any]:
    return stage.world.records.get("polls", "12") or {}


def shells(stage: Stage, who: str) -> int:
    return int((stage.world.records.get("players", who) or {})["shells"])


def test_a_push_that_makes_two_rule_changes_of_one_stops_the_vote() -> None:
    stage = opened(SONGS, {"by": "ana", "pushes": 12, "changes": BEER})
    assert poll(stage)["status"] == "withdrawn"
    assert "One rule-change at a time" in poll(stage)["reason"]


def test_closed_pushed_and_opened_again_it_is_asked_again() -> None:
    opened(
        SONGS, says("ana", "/close"), {"by": "ana", "pushes": 12, "changes": BEER}, says("ana", "/open", refused="One")
    )


def test_what_is_improper_by_the_time_it_would_land_does_not_land() -> None:
    stage = opened(BEER, says("ana", "/give 1 shell to bo", 1), says("ana", "yay"), says("bo", "yay"))
    assert stage.step(says("ana", "/resolve", refused="No beer for ana")) is None
    assert poll(stage)["status"] == "open"
    assert shells(stage, "ana") == 0
    assert stage.step(says("bo", "/give 1 shell to ana", 1)) is None
    assert stage.step(says("ana", "/resolve")) is None
    assert "beer" in stage.world.book.documents


@pytest.mark.parametrize(("choice", "status"), [("yay", "adopted"), ("nay", "rejected")])
def test_a_verdict_is_final(choice: str, status: str) -> None:
    stage = opened(SONGS, says("ana", choice), says("bo", choice), says("ana", "/resolve"))
    assert (poll(stage)["status"], shells(stage, "ana")) == (status, 11)
    pushed = {"by": "ana", "pushes": 12, "changes": {"130-songs.md": rule(130, "More songs").replace("130", "next")}}
    reopened = {"by": "ana", "reopens": 12}
    for step in (
        reopened,
        pushed,
        says("ana", "/open", refused="A verdict is final"),
        says("bo", "yay", refused=status),
    ):
        assert stage.step(step) is None, step
    assert stage.step(says("ana", "/resolve", refused=status)) is None
    assert (poll(stage)["status"], poll(stage)["number"], shells(stage, "ana")) == (status, 122, 11)


def test_a_quorum_that_comes_of_leaving_is_heard_of_once() -> None:
    stage = opened(SONGS, says("ana", "yay"), says("bo", "yay"), active=4)
    assert poll(stage)["quorum_at"] is None
    assert stage.step(says("di", "/rest", 1)) is None
    assert poll(stage)["quorum_at"] is not None
    assert stage.step(says("cy", "/rest", 1)) is None
    assert [said for said in stage.said if "Quorum with" in said] == ["Quorum with 2 of 3."]


def test_a_quorum_that_comes_of_another_law_is_heard_of() -> None:
    easy = {
        "140-easy.md": rule(
            140, "Easy", front="adjusts: {quorum: yes}\n", code="def yes(answer, poll, tally):\n    return True\n"
        )
    }
    steps = [
        {"by": "bo", "opens": {"pull": 13, "title": "Easy", "changes": easy}},
        says("bo", "/open", 13),
        says("ana", "yay"),
        *(says(who, "yay", 13) for who in ("ana", "bo", "cy")),
        says("bo", "/resolve", 13),
    ]
    stage = opened(SONGS, *steps, active=5)
    assert poll(stage)["quorum_at"] is not None


def test_a_quorum_that_comes_of_what_another_poll_decides_is_heard_of_at_once() -> None:
    """`council/1` is looked at after `12`, and who rests by its verdict is missing there."""
    code = (
        "def send(poll, tally):\n"
        '    for who in ("cy", "di"):\n'
        '        put("players", who, get("players", who) | {"active": False})\n'
    )
    law = LAW | {"rules/island/122-tired.md": rule(122, "Tired", front="on: {adopted: send}\n", code=code)}
    council = [says("ana", "/council Shall they rest?", 1), *(says(who, "yay", "council/1") for who in PEOPLE[:4])]
    stage = opened(SONGS, says("ana", "yay"), says("bo", "yay"), *council, active=4, law=law)
    assert poll(stage)["quorum_at"] is not None
    assert "Quorum with 2 of 2." in stage.said


def test_a_quorum_that_comes_with_time_is_heard_of_before_the_verdict() -> None:
    code = 'def later(met, poll, tally):\n    return met or now() >= poll["opened_at"] + hours(1)\n'
    law = LAW | {"rules/island/122-late.md": rule(122, "Late", front="adjusts: {quorum: later}\n", code=code)}
    steps = [says("ana", "yay"), {"clock": "2026-01-05T13:00:00Z"}, says("ana", "/resolve")]
    stage = opened(SONGS, *steps, active=4, law=law)
    assert (poll(stage)["status"], poll(stage)["quorum_at"]) == ("adopted", stage.now)
    assert [said for said in stage.said if "Quorum with" in said] == ["Quorum with 1 of 4."]


def test_who_may_not_vote_may_not_edit_a_vote() -> None:
    stage = opened(SONGS, says("bo", "yay", label="b"), says("bo", "/rest", 1), active=3)
    assert stage.step({"by": "bo", "edits": "b", "to": "nay", "refused": "not an active player"}) is None
    assert stage.step(says("bo", "/wake", 1)) is None
    count = tally(stage.world, "12")
    assert (count["cast"], count["received"], count["refused"], shells(stage, "bo")) == (0, 1, 0, 0)
    assert [(b["voter"], b["choice"]) for b in count["ballots"]] == []


def test_who_may_not_vote_is_not_paid_for_a_vote_edited_to_the_same() -> None:
    stage = opened(SONGS, says("bo", "yay", label="b"), says("bo", "/rest", 1), active=3)
    assert stage.step({"by": "bo", "edits": "b", "to": "yay"}) is None
    assert shells(stage, "bo") == 0


WORDS = st.sampled_from(["yay", "nay", "hm"])
ACTS = st.lists(
    st.tuples(st.sampled_from(PEOPLE), st.sampled_from(["vote", "edit", "rest", "wake"]), WORDS), max_size=14
)


@settings(max_examples=tries(30), deadline=None)
@given(ACTS)
def test_nobody_who_may_not_vote_is_paid_or_counted_and_a_quorum_is_never_missed(
    acts: list[tuple[str, str, str]],
) -> None:
    stage = opened(SONGS, active=4)
    for place, (who, act, word) in enumerate(acts):
        active = (stage.world.records.get("players", who) or {})["active"]
        before = shells(stage, who)
        if act == "vote":
            stage.step(says(who, word, label=who))
        elif act == "edit" and who in stage.labels:
            stage.step({"by": who, "edits": who, "to": word})
        elif act in ("rest", "wake"):
            stage.step(says(who, f"/{act}", 1))
        assert active or word == "hm" or shells(stage, who) == before, place
        count = tally(stage.world, "12")
        assert identity_holds(count)
        if 2 * count["cast"] > count["electorate"]:
            assert poll(stage)["quorum_at"] is not None


def test_rules_hear_once_that_a_poll_is_complete_and_cannot_be_resolved() -> None:
    code = (
        'def never(poll, tally):\n    refuse("It rains.")\n\n'
        'def wait(poll, why):\n    announce("Waiting for %s: %s" % (poll["key"], why))\n'
    )
    rainy = rule(140, "Rain", front="on: {adopted: never, held: wait}\n", code=code)
    players = {who: {"active": True} for who in ("ana", "bo")}
    steps = [says("ana", "/council Shall we?", 1), *(says(who, "yay", "council/1") for who in players)]
    stage = Stage(
        {"given": {"players": players}, "when": [*steps, says("bo", "/dive", 1)]},
        with_rules({"140-rain.md": rainy}),
        RULESET,
    )
    assert stage.play() == []
    told = [said for said in stage.said if "Waiting for council/1" in said]
    assert len(told) == 1
    assert "It rains" in told[0]


def test_what_was_decided_twice_before_anybody_could_be_told_is_told_both_times() -> None:
    stage = opened(
        SONGS,
        {"by": "ana", "closes": 12},
        {"by": "ana", "reopens": 12},
        says("ana", "/open"),
        says("ana", "nay"),
        says("bo", "nay"),
        says("ana", "/resolve"),
    )
    told = (stage.world.records.get("outbox", "verdict/12") or {})["text"]
    assert told.index("ithdrawn") < told.index("ejected")


def test_what_was_decided_very_often_is_told_as_far_as_there_is_room_for_it_and_always_the_last() -> None:
    anew = [{"by": "ana", "closes": 12}, {"by": "ana", "reopens": 12}, says("ana", "/open")]
    stage = opened(SONGS, *anew * 30, says("ana", "nay"), says("bo", "nay"), says("ana", "/resolve"))
    told = (stage.world.records.get("outbox", "verdict/12") or {})["text"]
    assert told.count("ithdrawn") > 1
    assert "ejected" in told
    assert len(told) < 5_000


DOUBLED = {
    "for another": 'def more(ballots, poll, received):\n    return ballots + [b | {"voter": "bo"} for b in ballots]\n',
    "first": 'def more(ballots, poll, received):\n    return [b | {"voter": "bo"} for b in ballots] + ballots\n',
    "by a number that is nobody's": 'def more(ballots, poll, received):\n    return ballots + [b | {"voter": "bo", "comment": 7} for b in ballots]\n',
    "by no number": 'def more(ballots, poll, received):\n    return ballots + [b | {"voter": "bo", "comment": None} for b in ballots]\n',
}


@pytest.mark.parametrize("code", DOUBLED.values(), ids=DOUBLED)
def test_a_vote_that_a_rule_counts_once_more_for_somebody_else_is_one_that_it_added(code: str) -> None:
    law = with_rules({"120-proxies.md": rule(120, "Proxies", front="adjusts: {counted_ballots: more}\n", code=code)})
    stage = opened(SONGS, law=law)
    stage.step(says("ana", "yay"))
    count = tally(stage.world, "12")
    assert (count["yay"], count["received"], count["added"]) == (2, 1, 1)
    assert identity_holds(count)
    shown = str(boards.draw(stage.world, ["12"], stage.now)["12"]["text"])
    assert "| **ana** | `yay` |  |" in shown and "| **bo** | `yay` | added by a rule |" in shown


def test_of_a_vote_that_a_rule_added_it_is_told_what_it_weighs() -> None:
    """The board said `4 yay`, and showed one that was cast and one that was added."""
    code = DOUBLED["for another"].replace('"bo"}', '"bo", "weight": 3}')
    law = with_rules({"120-proxies.md": rule(120, "Proxies", front="adjusts: {counted_ballots: more}\n", code=code)})
    stage = opened(SONGS, law=law)
    stage.step(says("ana", "yay"))
    shown = str(boards.draw(stage.world, ["12"], stage.now)["12"]["text"])
    assert "**4 yay**" in shown and "| **bo** | `yay` | added by a rule, weighs 3 |" in shown


def test_votes_are_shown_in_the_order_in_which_they_came_whether_they_count_or_not() -> None:
    votes = [
        says(who, "yay", refused="") if who in ("cy", "di") else says(who, "yay") for who in ("cy", "bo", "di", "ana")
    ]
    timed = [step for at, vote in enumerate(votes) for step in ({"clock": f"2026-01-05T12:0{at}:30Z"}, vote)]
    stage = opened(SONGS, *timed)
    shown = str(boards.draw(stage.world, ["12"], stage.now)["12"]["text"])
    assert [line.split("**")[1] for line in shown.splitlines() if line.startswith("| **")] == ["cy", "bo", "di", "ana"]


def test_of_more_players_votes_that_do_not_count_than_are_kept_the_latest_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallen, "MOST_REFUSED_OF_ALL", 2)
    stage = opened(SONGS, *(says(who, "yay", refused="") for who in ("cy", "di", "ed")))
    assert [fell["voter"] for fell in poll(stage)["refused"]] == ["di", "ed"]
