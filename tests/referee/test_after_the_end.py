"""A vote that is open when the game ends: nothing decides it, nothing is promised of it, and no rule hears what is done in its thread."""

from __future__ import annotations

import pytest

from tests.island import rule, with_rules
from tests.playthroughs.hub_stage import HubStage
from tests.referee.in_memory import Table

WATCH = "pull_changed: told\n  withdrawn: told\n  comment_deleted: told\n  comment_edited: told\n"
SINKS = rule(
    130,
    "Sinks",
    front=f"commands: [{{usage: /sink, run: sink}}]\non:\n  {WATCH}",
    code='def sink(player):\n    end_game("The tide came.")\n\ndef told(*all):\n    announce("Your turn goes on.")\n',
)
AT_TWO = rule(
    131,
    "At two",
    front="overrides: all\nanswers: {resolves_itself: at_two}\n",
    code="def at_two(poll, tally):\n    return len(active_players()) <= 2 or None\n",
)
SONGS = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
MORE = SONGS.replace("We sing", "We hum")
BEGUN = [
    *({"by": name, "says": "/join"} for name in ("ana", "bo", "cy")),
    {"by": "ana", "opens": {"pull": "songs", "title": "Songs", "changes": {"120-songs.md": SONGS}}},
    {"by": "ana", "says": "/open", "on": "songs"},
    {"by": "bo", "says": "yay", "on": "songs", "label": "vote"},
]
ENDED = [*BEGUN, {"by": "ana", "says": "/sink"}]


def played(*steps: dict[str, object]) -> HubStage:
    law = with_rules({"130-sinks.md": SINKS, "131-at-two.md": AT_TWO})
    stage = HubStage({"ruleset": "island", "now": "2026-01-05T12:00:00Z", "when": list(steps)}, law)
    stage.play()
    assert stage.wrong == []
    return stage


def board(stage: HubStage) -> str:
    (found,) = [text for text in stage.island.own_comments() if "### Proposal" in text]
    return found


def test_its_board_promises_nothing_any_more() -> None:
    before, after = board(played(*BEGUN)), board(played(*ENDED))
    assert (
        "One more yay" in before
        and "resolve" in before
        and "Not voted yet" in before
        and "The game is over" not in before
    )
    assert "The game is over: The tide came. Nothing decides it any more." in after
    assert "One more yay" not in after and "resolve" not in after and "Not voted yet" not in after


def test_what_waits_to_be_opened_is_told_of_the_end_and_not_bidden_to_open_it() -> None:
    later = {"by": "bo", "opens": {"pull": "later", "title": "Later", "changes": {"122-later.md": MORE}}}
    earlier = {"by": "bo", "opens": {"pull": "earlier", "title": "Earlier", "changes": {"121-earlier.md": MORE}}}
    told = [text for text in played(*BEGUN, earlier).island.own_comments() if "Not open for voting yet" in text]
    assert len(told) == 1 and "would be refused." in told[0] and "/open" in told[0]
    stage = played(*BEGUN, earlier, *ENDED[len(BEGUN) :], later)
    told = [text for text in stage.island.own_comments() if "Not open for voting yet" in text]
    assert len(told) == 2
    assert all("The game is over: The tide came." in text and "/open" not in text for text in told)


@pytest.mark.parametrize(
    "done",
    [
        {"by": "ana", "pushes": "songs", "changes": {"120-songs.md": MORE}},
        {"by": "ana", "closes": "songs"},
        {"by": "bo", "deletes": "vote"},
        {"by": "bo", "edits": "vote", "to": "nay"},
    ],
)
def test_no_rule_hears_of_what_is_done_there_and_nobody_is_asked_to_vote(done: dict[str, object]) -> None:
    assert any("Your turn goes on" in text for text in played(*BEGUN, done).island.own_comments())
    told = "\n".join(played(*ENDED, done).island.own_comments())
    assert "Your turn goes on" not in told and "vote again" not in told


def test_commits_after_the_end_void_the_votes_all_the_same() -> None:
    stage = played(*ENDED, {"by": "ana", "pushes": "songs", "changes": {"120-songs.md": MORE}})
    poll = stage.read(f"polls/{stage.threads['songs']}")
    assert (poll["status"], poll["ballots"]) == ("open", [])


@pytest.mark.parametrize("ends", [False, True])
def test_what_becomes_complete_after_the_end_is_not_decided(ends: bool) -> None:
    votes = {"by": "ana", "says": "yay", "on": "songs"}
    stage = played(*BEGUN, votes, *(ENDED[len(BEGUN) :] if ends else []))
    path = "state/players/cy.yaml"
    stage.island.commit_by_hand({path: stage.island.files()[path].replace("active: true", "active: false")})
    stage._pass()
    stage._pass()
    status = stage.read(f"polls/{stage.threads['songs']}")["status"]
    assert status == ("open" if ends else "adopted")


def test_of_its_issue_that_somebody_closes_it_is_not_said_that_the_vote_goes_on() -> None:
    table = Table(with_rules({"130-sinks.md": SINKS}))
    table.say("ana", "/council Shall we dance?")
    table.run()
    issue = max(table.island.model.threads)
    table.run()
    table.say("ana", "/sink")
    table.run()
    table.wait()
    table.island.model.update_thread(table.island.id("owner"), issue, state="closed")
    table.run()
    assert table.read(f"state/threads/{issue}.yaml")["state"] == "closed"
    assert table.read("state/polls/council/1.yaml")["status"] == "open"
    assert not any("goes on" in answer for answer in table.answers(issue))
    assert table.findings() == []
