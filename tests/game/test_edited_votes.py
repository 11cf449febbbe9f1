"""An edit that makes or changes a vote has to pass what a new vote passes. What cannot be voted makes no vote, and the one
before it is taken back."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.proposals.tally import tally
from engine.game.prospects import boards
from engine.game.replies import record
from engine.game.world.facts import poll_facts
from tests.game.replies.samples import says, stage_of
from tests.island import RULESET, rule, with_rules

PEOPLE = {"ana": {"active": True}, "bo": {"active": True}, "cy": {"active": True}}
NO_NAY = rule(
    120,
    "Neighbours",
    front="forbids: {vote: not_nay}\n",
    code='def not_nay(player, poll, choice):\n    return "Nobody votes nay here." if choice == "nay" else None\n',
)
LAW = with_rules({"120-neighbours.md": NO_NAY})
WORDS = with_rules(
    {
        "120-words.md": rule(
            120,
            "Words",
            front="answers: {ballot: words}\n",
            code='def words(poll, text):\n    if len(polls("council")) > 1:\n        return {}["x"]\n    return None\n',
        )
    }
)
BEGUN: list[dict[str, Any]] = [
    {"by": "ana", "says": "/council Shall we?"},
    {"by": "bo", "says": "yay", "on": 101, "label": "vote"},
]


def to(text: str, **more: Any) -> dict[str, Any]:
    return {"by": "bo", "edits": "vote", "to": text, **more}


def played(law: dict[str, str], *steps: dict[str, Any]) -> Stage:
    stage = Stage(
        {"given": {"players": PEOPLE}, "roles": {"adm": "administrator"}, "when": [*BEGUN, *steps]}, law, RULESET
    )
    assert stage.play() == []
    return stage


def ballots(stage: Stage) -> list[tuple[str, bool]]:
    poll = stage.world.records.get("polls", "council/1") or {}
    assert poll["refused"] == []
    return [(b["choice"], b["edited"]) for b in poll["ballots"]]


def test_what_nobody_may_vote_nobody_votes_by_an_edit() -> None:
    stage = played(LAW, to("nay"))
    assert ballots(stage) == [("", True)]
    wanted = [wish["text"] for key, wish in stage.world.records.items("outbox") if key.startswith("reply/")]
    assert any("Nobody votes nay here." in text for text in wanted)


def test_while_the_game_is_paused_an_edit_takes_a_vote_back_and_is_judged_anew_later() -> None:
    stage = played(
        {**LAW}, {"by": "adm", "says": "/pause"}, to("Yay."), to("yay, no"), {"by": "adm", "says": "/resume"}
    )
    assert ballots(stage) == [("", True)]
    stage = played(with_rules({}), {"by": "adm", "says": "/pause"}, to("nay"))
    assert ballots(stage) == [("", True)]
    happening = stage.world.moment.happening
    again = {**happening, "id": f"{happening['id']}/2"}
    assert stage.folding.judge(again) == {"is": "ignored"}
    assert stage.step({"by": "adm", "says": "/resume"}) is None
    assert stage.folding.judge({**again, "id": f"{happening['id']}/3"}) == {"is": "done"}
    assert ballots(stage) == [("nay", True)]


@pytest.mark.parametrize("text", ["hm", ""])
def test_while_the_game_is_paused_a_vote_can_be_taken_back_as_by_deleting_it(text: str) -> None:
    pause = {"by": "adm", "says": "/pause"}
    assert ballots(played(LAW, pause, to(text))) == [("", True)]


def test_where_votes_are_forbidden_one_can_be_taken_back() -> None:
    law = with_rules({"120-no.md": NO_NAY.replace('if choice == "nay" else None', 'if len(poll["ballots"]) else None')})
    assert ballots(played(law, to("hm"))) == [("", True)]


@pytest.mark.parametrize("text", ["yay", "nay", "hm"])
def test_while_the_rule_that_says_what_a_vote_is_fails_an_edit_is_refused_as_a_new_vote_is(text: str) -> None:
    more = {"by": "ana", "says": "/council Another?"}
    failing = {"refused": "Rule 120 (Words) failed at line"}
    stage = played(WORDS, more, to(text, **failing))
    assert ballots(stage) == [("", True)]
    happening = stage.world.moment.happening
    assert stage.folding.judge({**happening, "id": f"{happening['id']}/2"}) == {"is": "ignored"}
    stage = played(WORDS, more, {"by": "bo", "says": text, "on": 101, **failing})
    assert [b["choice"] for b in (stage.world.records.get("polls", "council/1") or {})["ballots"]] == ["yay"]


def test_an_edit_that_rules_forbid_is_judged_again_in_silence() -> None:
    stage = played(LAW, to("nay"))
    happening = stage.world.moment.happening
    before = stage.world.records.get("polls", "council/1")
    assert stage.folding.judge({**happening, "id": f"{happening['id']}/2"}) == {"is": "ignored"}
    assert stage.world.records.get("polls", "council/1") == before
    assert stage.step(to("Yay")) is None
    assert ballots(stage) == [("yay", True)]


def test_a_vote_is_edited_as_often_as_its_voter_likes() -> None:
    assert ballots(played(WORDS, to("nay"), to("yay"))) == [("yay", True)]


AYE = with_rules(
    {
        "120-aye.md": rule(
            120,
            "Aye",
            front="answers: {ballot: aye}\n",
            code='def aye(poll, text):\n    return "yay" if text.startswith("aye") else None\n',
        )
    }
)


def test_what_each_voter_wrote_in_words_of_the_law_is_kept_until_that_one_is_edited() -> None:
    stage = played(AYE, to("aye, aye"), {"by": "ana", "says": "aye", "on": 101})
    (first, _), second = sorted((stage.world.records.get("threads", "101") or {})["words"].items())
    assert first == str(stage.labels["vote"][0])
    assert stage.step(to("yay")) is None
    assert (stage.world.records.get("threads", "101") or {})["words"] == dict([second])


def test_an_empty_comment_is_no_vote_whatever_the_law_makes_of_words() -> None:
    law = with_rules(
        {"120-aye.md": AYE["rules/island/120-aye.md"].replace('"yay" if text.startswith("aye") else None', '"yay"')}
    )
    stage = played(law, {"by": "ana", "says": " \n", "on": 101, "ignored": True})
    assert ballots(stage) == [("yay", False)]
    assert stage.step({"by": "ana", "says": "so be it", "on": 101}) is None
    assert ballots(stage) == [("yay", False)] * 2


def test_a_vote_that_was_edited_into_none_shows_so_and_not_as_an_empty_word() -> None:
    """It stood as two backticks, superseded by nobody said what."""
    stage = played(with_rules({}), {"by": "ana", "says": "nay", "on": 101}, to("hm"))
    shown = boards.draw(stage.world, ["council/1"], stage.now)["council/1"]["text"]
    assert "| **bo** | `–` | superseded by an edit |" in shown and "1 superseded" in shown
    votes = [says("bo", "yay", label="b"), {"by": "bo", "edits": "b", "to": "hm"}]
    decided = stage_of(*votes, *(says(who, "yay") for who in ("ana", "cy", "di")), says("ana", "/resolve"))
    facts, count = poll_facts(decided.world, "12"), tally(decided.world, "12")
    assert "Z | superseded by an edit |" in record.proposal(facts, count, decided.now, [], "", "0" * 40, quorum=True)


def answers(stage: Stage) -> list[str]:
    """Of the edit: the first of all says that the council is open."""
    return [str(wish["text"]) for key, wish in stage.world.records.items("outbox") if key.startswith("reply/")][1:]


@pytest.mark.parametrize(
    "text",
    [
        "nay, it is dear",
        "~~yay~~ nay",
        "nay\n\nI have changed my mind.",
        "yay\u200b",
        "Yay!",
        "/nay",
        "aye",
        "\U0001f44e",
        "- nay",
    ],
)
def test_who_edits_a_vote_into_words_that_still_seem_one_is_told_that_it_is_none(text: str) -> None:
    """New words like these are answered. Over the edit there stood the thumb of before, as if the other vote counted."""
    stage = played(with_rules({}), to(text))
    assert ballots(stage) == [("", True)]
    assert ["takes your vote back" in answer and "`yay` or `nay`" in answer for answer in answers(stage)] == [True]


@pytest.mark.parametrize("text", ["hm", "I do not know yet.", ""])
def test_who_takes_a_vote_back_by_other_words_is_told_nothing(text: str) -> None:
    assert answers(played(with_rules({}), to(text))) == []


def test_who_edits_a_vote_into_a_command_is_told_that_an_edit_runs_none() -> None:
    assert ["An edit runs no command" in answer for answer in answers(played(with_rules({}), to("/help")))] == [True]


def test_rules_hear_of_each_edit_of_a_vote_and_what_the_vote_is_by_it() -> None:
    heard = rule(
        120,
        "Heard",
        front="on: {comment_edited: say}\n",
        code=(
            "def say(player, poll, ballot):\n"
            '    announce("%s in %s: %s, %s." % (player, poll["key"], ballot["choice"] or "none", ballot["edited"]))\n'
        ),
    )
    stage = played(with_rules({"120-heard.md": heard}), to("Yay"), to("nay"), to("Hm."))
    told = [text for text in stage.said if "bo in council/1" in text]
    assert [text.partition("council/1: ")[2].strip() for text in told] == ["yay, True.", "nay, True.", "none, True."]
