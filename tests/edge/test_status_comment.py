"""The one status comment of a thread, its labels and its commit status: what people do to them, and what comes of it."""

from __future__ import annotations

import pytest

from engine.game.happening import SECONDS_SEEN
from engine.hub.accounts import BOT_ID
from engine.hub.threads import Comment
from engine.referee.answering.markers import marks
from tests.edge.stage import Scene, settle


def voted(scene: Scene) -> int:
    number = scene.propose("ana", "alba")
    scene.run()
    scene.say("ana", "yay", number)
    scene.run()
    return number


def boards(scene: Scene, number: int) -> list[Comment]:
    posts = [c for c in scene.island.model.comments_of(number) if c.author == BOT_ID]
    return [post for post in posts if any(key.startswith("status/") for key in marks(post.body))]


def test_edited_by_a_person_it_is_no_vote_and_the_next_change_restores_it(scene: Scene) -> None:
    number = voted(scene)
    (board,) = boards(scene, number)
    scene.wait()
    scene.island.model.edit_comment(scene.island.id("owner"), board.id, "nay")
    settle(scene)
    assert [b["choice"] for b in scene.read(f"state/polls/{number}.yaml")["ballots"]] == ["yay"]
    scene.say("bo", "yay", number)
    settle(scene)
    (shown,) = boards(scene, number)
    assert shown.id == board.id
    assert "**bo**" in shown.body


def test_deleted_by_a_person_a_new_one_comes_with_the_next_change(scene: Scene) -> None:
    number = voted(scene)
    (board,) = boards(scene, number)
    scene.wait()
    scene.island.model.delete_comment(scene.island.id("owner"), board.id)
    scene.say("bo", "yay", number)
    settle(scene)
    (shown,) = boards(scene, number)
    assert shown.id != board.id
    assert "**ana**" in shown.body
    assert "**bo**" in shown.body


def test_a_poll_in_an_issue_has_its_status_comment_and_labels_and_no_commit_status(scene: Scene) -> None:
    scene.say("ana", "/council Shall we dance?")
    settle(scene)
    number = max(scene.island.model.threads)
    scene.say("ana", "yay", number)
    scene.hub.requests.clear()
    scene.run()
    assert len(boards(scene, number)) == 1
    assert "open for voting" in scene.island.model.thread(number).labels
    assert not [request for request in scene.hub.requests if "/statuses/" in request]


@pytest.mark.parametrize(("votes", "label"), [("yay", "adopted"), ("nay", "rejected")])
def test_labels_of_people_stay_from_the_opening_to_the_verdict(scene: Scene, votes: str, label: str) -> None:
    number = voted(scene)
    scene.island.model.add_labels(scene.island.id("owner"), number, ["needs a poet"])
    for who in ("ana", "bo", "cy"):
        scene.say(who, votes, number)
        scene.run()
    scene.say("ana", "/resolve", number)
    settle(scene)
    assert sorted(scene.island.model.thread(number).labels) == sorted([label, "needs a poet"])


def test_labels_that_the_repository_has_in_other_letters_are_the_engines_all_the_same(scene: Scene) -> None:
    owner = scene.island.id("owner")
    for label in ("Open for Voting", "Passing", "TIED"):
        scene.island.model.add_labels(owner, 1, [label])
        scene.island.model.remove_label(owner, 1, label)
    number = voted(scene)
    settle(scene)
    assert scene.island.model.thread(number).labels == ["Open for Voting", "Passing"]
    scene.say("bo", "nay", number)
    settle(scene)
    assert set(scene.island.model.thread(number).labels) == {"Open for Voting", "has quorum", "TIED"}
    scene.hub.requests.clear()
    scene.run()
    assert all(request.startswith("GET") for request in scene.hub.requests)
    assert scene.read(f"state/threads/{number}.yaml")["labels"] == []


@pytest.mark.parametrize("last", ["nay", "/resolve"], ids=["a tie", "a verdict"])
def test_a_label_that_was_chosen_after_the_pass_had_read_stays(scene: Scene, last: str) -> None:
    number = voted(scene)
    for who in ("bo", "cy") if last == "/resolve" else ():
        scene.say(who, "yay", number)
        scene.run()
    before = scene.island.model.thread(number).labels[:]
    scene.say("ana" if last == "/resolve" else "bo", last, number)

    def choose() -> None:
        scene.island.model.add_labels(scene.island.id("owner"), number, ["needs a poet"])

    scene.island.repository.before_push = choose
    scene.run()
    assert scene.island.repository.before_push is None
    after = scene.island.model.thread(number).labels
    assert "needs a poet" in after
    assert {*before} - {*after}  # one of the engine's own has made way


@pytest.mark.parametrize(("votes", "state"), [("yay", "success"), ("nay", "failure")])
def test_the_commit_status_waits_while_votes_come_and_ends_with_the_verdict(
    scene: Scene, votes: str, state: str
) -> None:
    number = voted(scene)
    head = scene.island.store.heads[number]
    statuses = scene.island.model.statuses
    assert (statuses[head][-1].context, statuses[head][-1].state) == ("nomic/vote", "pending")
    for who in ("ana", "bo", "cy"):
        scene.say(who, votes, number)
        scene.run()
    scene.say("ana", "/resolve", number)
    settle(scene)
    assert statuses[head][-1].state == state
    assert len(statuses[head][-1].description) <= 140


def test_a_locked_thread_holds_up_no_other_and_is_answered_when_it_is_unlocked(scene: Scene) -> None:
    number = voted(scene)
    scene.hub.faults.strike("locked", times=5, path=f"POST /repos/owner/island/issues/{number}/comments")
    scene.say("ana", "/nonsense", number)
    scene.say("bo", "/build", 1)
    before = len(scene.answers(1))
    assert any(f"#{number}" in note for note in scene.run().held)
    assert len(scene.answers(1)) > before
    for _ in range(2):
        scene.hub.requests.clear()
        scene.run()
        assert len(scene.hub.requests) <= 4  # the thread is looked at before it is tried again
    scene.hub.faults.waiting.clear()
    settle(scene)
    assert len([answer for answer in scene.answers(number) if "/nonsense" in answer]) == 1
    assert scene.findings() == []


def test_in_a_locked_conversation_the_status_comment_and_the_labels_tell_what_was_decided(scene: Scene) -> None:
    """Nothing new can be said there; what stands there can be changed, and would tell for ever that the vote is open."""
    number, model = voted(scene), scene.island.model
    for who in ("bo", "cy"):
        scene.say(who, "yay", number)
    scene.say("ana", "/resolve", number)
    model.lock(scene.island.id("owner"), number)
    for _ in range(2):
        assert any(f"#{number}" in note and "locked" in note for note in scene.run().held)
    (board,) = boards(scene, number)
    assert "adopted" in board.body.splitlines()[0]
    assert model.thread(number).labels == ["adopted"]
    model.lock(scene.island.id("owner"), number, locked=False)
    settle(scene)
    assert "**adopted**" in scene.answers(number)[-1]
    assert scene.findings() == []


@pytest.mark.parametrize("fault", ["missing", "gone"])
def test_said_to_be_gone_and_still_there_it_is_no_second_one_and_tells_the_count_of_now(
    scene: Scene, fault: str
) -> None:
    """It is older than what a pass lists: nobody would see afterwards that it stands twice."""
    number = voted(scene)
    (board,) = boards(scene, number)
    scene.wait(2 * SECONDS_SEEN)
    scene.say("bo", "nay", number)
    scene.hub.faults.strike(fault, path=f"PATCH /repos/owner/island/issues/comments/{board.id}")
    scene.run()
    settle(scene)
    (shown,) = boards(scene, number)
    assert scene.hub.faults.struck[fault] == 1
    assert shown.id == board.id
    assert "**bo** | `nay`" in shown.body


def test_who_is_called_otherwise_on_github_than_it_shows_is_named_there(scene: Scene) -> None:
    """What they say stands beside it under their new name, which may have been somebody else's."""
    number = voted(scene)
    ana, bo = scene.island.id("ana"), scene.island.id("bo")
    accounts = scene.island.model.accounts
    accounts[ana].login, accounts[bo].login = "bo", "ana"
    for who in ("bo", "ana"):
        scene.say(who, "nay", number)
    settle(scene)
    (shown,) = boards(scene, number)
    assert "**ana** is **bo**, **bo** is **ana**" in shown.body
    assert [b["voter"] for b in scene.read(f"state/polls/{number}.yaml")["ballots"]] == ["ana", "ana", "bo"]
    accounts[ana].login, accounts[bo].login = "ana", "bo"
    for who in ("ana", "bo"):
        scene.say(who, "yay", number)
    settle(scene)
    (shown,) = boards(scene, number)
    assert "by other names" not in shown.body.lower()


def test_a_new_name_is_told_as_soon_as_it_is_known_though_nobody_votes(scene: Scene) -> None:
    number = voted(scene)
    scene.island.model.accounts[scene.island.id("ana")].login = "anna"
    scene.say("anna", "/build")
    settle(scene)
    (shown,) = boards(scene, number)
    assert "**ana** is **anna**" in shown.body
