"""A vote that somebody else deleted stands, and shows so: only its voter takes a vote back."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.proposals.tally import tally
from engine.game.replies import record
from engine.game.world import engine_fields
from engine.game.world.facts import poll_facts
from tests.game.replies.samples import PEOPLE, board_of, says, stage_of
from tests.island import failures, rule, with_rules

GIVEN = "given: {players: {ana: {active: true}, bo: {active: true}, cy: {active: true}}}\n"
SONGS = '{108-songs.md: "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nWe sing.\\n"}'
OPENED = (
    f"{GIVEN}when:\n"
    f"  - {{by: ana, opens: {{pull: 12, title: Songs, changes: {SONGS}}}}}\n"
    "  - {by: ana, says: /open, on: 12}\n"
    "  - {by: bo, says: yay, on: 12, label: vote}\n"
)
WATCH = rule(
    120,
    "Watch",
    front="on: {comment_deleted: note, comment_removed: note_other}\n",
    code=(
        "def note(player, poll, ballot):\n"
        '    announce("%s took it back." % player)\n\n'
        "def note_other(player, poll, ballot):\n"
        '    announce("Of %s, by %s." % (player, ballot["removed_by"]))\n'
    ),
)


@pytest.mark.parametrize("who", ["ana", "zoe"])
def test_what_somebody_else_deleted_counts_and_is_not_told_as_its_voters_doing(who: str) -> None:
    case = f"{OPENED}  - {{by: {who}, deletes: vote}}\nthen: {{tally: {{12: {{yay: 1, cast: 1}}}}, replies: ['Of bo, by {who}.']}}\n"
    law = with_rules({"120-watch.md": WATCH})
    assert failures(case, law) == []
    assert failures(case.replace(f"'Of bo, by {who}.'", "took it back"), law) != []


def test_what_its_voter_deleted_is_taken_back() -> None:
    case = f"{OPENED}  - {{by: bo, deletes: vote}}\nthen: {{tally: {{12: {{yay: 0, cast: 0}}}}, replies: [took it back]}}\n"
    assert failures(case, with_rules({"120-watch.md": WATCH})) == []


def removed(*more: dict[str, Any]) -> Stage:
    return stage_of(says("bo", "yay", label="b"), {"by": "ana", "deletes": "b"}, *more)


def test_the_status_comment_says_who_deleted_it() -> None:
    assert "| **bo** | `yay` | deleted by **ana**, and stands |" in board_of(removed())


def test_the_record_says_who_deleted_it() -> None:
    stage = removed(*(says(who, "yay") for who in PEOPLE if who != "bo"), says("ana", "/resolve"))
    poll = poll_facts(stage.world, "12")
    text = record.proposal(poll, tally(stage.world, "12"), stage.now, [], "", "0" * 40, quorum=True)
    assert "counted, deleted by **ana**, and stands |" in text


def test_a_later_vote_supersedes_it_like_any_other() -> None:
    assert "| **bo** | `yay` | superseded |" in board_of(removed(says("bo", "nay")))


def test_told_late_that_it_was_somebody_else_a_vote_stands_again_and_stays() -> None:
    stage = stage_of(says("bo", "yay", label="b"))
    comment = stage.labels["b"][0]
    deletions = [None, "ana", None, "bo", "cy"]
    marks = []
    for place, by in enumerate(deletions):
        stage.happen("deleted", f"comment/{comment}/deleted/{place}", by, 12, comment=comment)
        (ballot,) = stage.world.records.get("polls", "12")["ballots"]
        marks.append((ballot["deleted"], ballot.get("removed_by")))
    assert marks == [(True, None), *[(False, "ana")] * 4]


def test_a_mark_by_hand_that_is_no_name_fits_no_poll() -> None:
    poll = removed().world.records.get("polls", "12")
    assert engine_fields.misfit("polls", poll) is None
    assert engine_fields.misfit("polls", {**poll, "ballots": [{**poll["ballots"][0], "removed_by": [1]}]})


SAID = [
    "withdraw my vote",
    "I take back my vote",
    "I'd like to take my vote back, please",
    "I withdraw my yay.",
    "**unvote**",
    "/unvote",
    "/withdraw my vote",
    "@ana I'm withdrawing my vote",
    "Please ignore my previous vote!",
    "please don’t count my vote",
    "Can I retract my vote?",
    "Sorry, I have to undo my vote",
    "<!-- x --> cancel my ballot",
]
ELSE = ["I withdraw my objection", "I might withdraw my vote if this goes on", "take my advice", "undo this", "my vote"]


@pytest.mark.parametrize("text", [*SAID, *ELSE])
def test_who_says_that_a_vote_is_taken_back_is_told_that_it_counts_and_how_it_is(text: str) -> None:
    """It went by in silence, and the vote decided."""
    stage = stage_of(says("bo", "yay"))
    told = stage.step({**says("bo", text), "refused": "Delete the comment that it stands in"})
    assert (told is None) == (text in SAID), told


@pytest.mark.parametrize("vote", [[], [says("bo", "yay", label="b"), {"by": "bo", "deletes": "b"}]])
def test_who_has_no_vote_there_is_not_told_of_one(vote: list[dict[str, Any]]) -> None:
    stage = stage_of(*vote)
    assert stage.step({**says("bo", "I withdraw my vote"), "ignored": True}) is None


def test_where_the_law_has_another_way_that_one_is_named() -> None:
    """Frontier forbids to delete a vote: `/retract` is its way."""
    back = rule(
        121,
        "Back",
        front="answers: {ballot: retracted}\n",
        code='def retracted(poll, text):\n    return "retracted" if text.strip().lower() == "/retract" else None\n',
    )
    case = f"{OPENED}  - {{by: bo, says: unvote, on: 12, refused: 'Write `/retract`, alone in a comment of its own; or vote anew.'}}\n"
    assert failures(case, with_rules({"121-back.md": back})) == []
