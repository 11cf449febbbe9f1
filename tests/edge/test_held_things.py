"""What is held because GitHub does not show all of it: it stays so until that is shown, and is then decided by all that was said."""

from __future__ import annotations

import pytest

from engine.game.proposals.rescue import PATIENCE as RESCUE
from engine.referee.trouble import PATIENCE
from tests.edge.stage import Scene, settle
from tests.edge.test_hidden_pulls import appear, hide, voted
from tests.edge.test_hidden_things import FOREVER, REPOSITORY, attempt, build, council, fail


def held(scene: Scene) -> int:
    """A proposal with all the votes it needs, whose comments GitHub does not list."""
    number = voted(scene)
    fail(scene, f"issues/{number}/comments")
    scene.say("ana", "/resolve", number)
    scene.wait(PATIENCE)
    attempt(scene)
    assert unread(scene, number)
    return number


def unread(scene: Scene, number: int) -> str | None:
    why: str | None = scene.read(f"state/threads/{number}.yaml").get("unread")
    return why


def delete_last(scene: Scene, who: str, number: int) -> None:
    scene.wait()
    account = scene.island.id(who)
    last = [c for c in scene.island.model.comments_of(number) if c.author == account][-1]
    scene.island.model.delete_comment(account, last.id)


def update_branch(scene: Scene, number: int) -> None:
    """New commits that change nothing of what is voted on."""
    scene.wait()
    scene.island.push("ana", number, {})


# It stays so.


def test_new_commits_do_not_let_go_what_is_held(scene: Scene) -> None:
    number = held(scene)
    for who in ("bo", "cy"):
        delete_last(scene, who, number)
    update_branch(scene, number)
    scene.say("ana", "/resolve", number)
    attempt(scene)
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert unread(scene, number)
    appear(scene)
    settle(scene)
    assert unread(scene, number) is None
    assert scene.findings() == []


def test_nor_do_they_where_it_comes_to_be_held_in_the_pass_that_reads_them(scene: Scene) -> None:
    number = voted(scene)
    delete_last(scene, "bo", number)
    fail(scene, f"issues/{number}/comments")
    update_branch(scene, number)
    scene.say("ana", "/resolve", number)
    scene.wait(PATIENCE)
    attempt(scene)
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert unread(scene, number)


def test_what_is_shown_again_with_new_commits_is_decided_in_that_pass(scene: Scene) -> None:
    number = held(scene)
    update_branch(scene, number)
    scene.say("ana", "/resolve", number)
    appear(scene)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert unread(scene, number) is None
    assert scene.findings() == []


def test_what_nobody_votes_on_any_more_is_let_go_with_new_commits(scene: Scene) -> None:
    number = held(scene)
    scene.wait()
    scene.island.model.update_thread(scene.island.id("ana"), number, state="closed")
    attempt(scene)
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "withdrawn"
    appear(scene)
    update_branch(scene, number)
    scene.wait()
    scene.island.model.update_thread(scene.island.id("ana"), number, state="open")
    scene.say("ana", "/open", number)
    scene.run()
    assert unread(scene, number) is None
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert scene.findings() == []


@pytest.mark.parametrize("is_known", [False, True])
def test_a_vote_in_an_issue_is_held_in_the_pass_that_comes_to_know_the_issue(scene: Scene, is_known: bool) -> None:
    scene.say("ana", "/council Shall we dance?")
    scene.run()
    number = max(scene.island.model.threads)
    if is_known:
        build(scene, "ana")
        scene.run()
    scene.hub.faults.strike("server_error", FOREVER, f"GET {REPOSITORY}/issues/{number}/comments")
    for who in ("ana", "bo", "cy"):
        scene.say(who, "yay", number)
    scene.wait(PATIENCE)
    attempt(scene)
    assert scene.read("state/polls/council/1.yaml")["status"] == "open"
    assert unread(scene, number)
    appear(scene)
    settle(scene)
    assert scene.read("state/polls/council/1.yaml")["status"] == "adopted"
    assert scene.findings() == []


# It is decided by all that was said.


def unlisted(scene: Scene, number: int) -> None:
    scene.hub.faults.strike("server_error", FOREVER, f"GET {REPOSITORY}/issues/{number}/comments")


@pytest.mark.parametrize("passes", [1, 2])
@pytest.mark.parametrize("how", ["edit", "new", "delete"])
def test_what_is_said_and_taken_back_while_it_is_held_counts(scene: Scene, how: str, passes: int) -> None:
    number = council(scene)
    unlisted(scene, number)
    scene.say("cy", "yay", number)
    attempt(scene)
    scene.wait(PATIENCE)
    attempt(scene)
    assert unread(scene, number)
    for who in ("bo", "cy"):
        if how == "edit":
            votes = [c for c in scene.island.model.comments_of(number) if c.author == scene.island.id(who)]
            scene.wait()
            scene.island.model.edit_comment(scene.island.id(who), votes[-1].id, "nay")
        elif how == "new":
            scene.say(who, "nay", number)
        else:
            delete_last(scene, who, number)
    if passes == 2:
        attempt(scene)
    appear(scene)
    settle(scene)
    poll = scene.read("state/polls/council/1.yaml")
    assert poll["status"] == ("open" if how == "delete" else "rejected")
    assert sum(ballot["deleted"] for ballot in poll["ballots"]) == (2 if how == "delete" else 0)
    assert scene.findings() == []


@pytest.mark.parametrize("word", ["/status", "/resolve", "/nonsense", "/"])
@pytest.mark.parametrize("who", ["ana", "zoe"])
def test_so_it_does_behind_a_command_that_asks_for_no_verdict(scene: Scene, who: str, word: str) -> None:
    number = council(scene)
    unlisted(scene, number)
    scene.say("cy", "yay", number)
    attempt(scene)
    scene.wait(PATIENCE)
    attempt(scene)
    assert unread(scene, number)
    scene.say(who, word, number)
    for voter in ("bo", "cy"):
        scene.say(voter, "nay", number)
    appear(scene)
    settle(scene)
    assert unread(scene, number) is None
    assert scene.read("state/polls/council/1.yaml")["status"] == "rejected"
    assert scene.findings() == []


@pytest.mark.parametrize("asks", [False, True])
def test_an_objection_said_while_a_rescue_is_held_stops_it(scene: Scene, asks: bool) -> None:
    number = scene.propose("ana", "alba")
    scene.run()
    scene.say("ana", "/rescue", number)
    for who in ("ana", "bo", "cy"):
        scene.say(who, "yay", number)
    scene.run()
    scene.wait(RESCUE)
    unlisted(scene, number)
    for _ in range(3):
        attempt(scene)
        scene.wait(PATIENCE)
        build(scene, "bo")
    assert unread(scene, number)
    if asks:
        scene.say("zoe", "/status", number)
    scene.say("bo", "nay", number)
    appear(scene)
    settle(scene)
    assert unread(scene, number) is None
    assert not any("alba" in path for path in scene.island.files() if path.startswith("rules/"))
    assert scene.findings() == []


def test_who_asks_for_the_verdict_once_it_is_shown_gets_it_by_what_was_said_before(scene: Scene) -> None:
    number = held(scene)
    scene.say("bo", "nay", number)
    appear(scene)
    scene.say("ana", "/resolve", number)
    scene.say("cy", "nay", number)
    scene.run()
    poll = scene.read(f"state/polls/{number}.yaml")
    assert (poll["status"], len(poll["ballots"])) == ("adopted", 4)
    assert scene.findings() == []


# A pull request that is not shown, and has new commits.

SONG = "---\nrule: next\ntitle: alba\nby_hand: true\n---\nWe sing otherwise.\n"


@pytest.mark.parametrize("other_law", [False, True])
def test_one_with_new_commits_keeps_its_vote_until_it_can_be_shown(scene: Scene, other_law: bool) -> None:
    number = voted(scene)
    hide(scene, number)
    scene.wait()
    scene.island.push("ana", number, {"rules/island/200-alba.md": SONG} if other_law else {})
    scene.say("ana", "/resolve", number)
    for who in ("bo", "cy", "bo"):
        build(scene, who)
        attempt(scene)
        poll = scene.read(f"state/polls/{number}.yaml")
        assert (poll["status"], len(poll["ballots"])) == ("open", 3)
        assert unread(scene, number)
        scene.wait(PATIENCE)
    assert scene.read("state/huts.yaml")["cy"]
    scene.say("ana", "/resolve", number)
    attempt(scene)
    assert f"cannot show all of #{number}" in "\n".join(scene.answers(number))
    appear(scene)
    settle(scene)
    assert unread(scene, number) is None
    scene.say("ana", "/resolve", number)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == ("open" if other_law else "adopted")
    assert scene.findings() == []


def test_nobody_waits_a_second_time_for_one_that_is_not_shown(scene: Scene) -> None:
    number = voted(scene)
    hide(scene, number)
    update_branch(scene, number)
    scene.say("ana", "/resolve", number)
    scene.wait(PATIENCE)
    attempt(scene)
    scene.say("zoe", "/resolve", number)
    build(scene, "cy")
    attempt(scene)
    assert "cy" in scene.read("state/huts.yaml")
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"


def status(scene: Scene, number: int) -> str:
    return [answer for answer in scene.answers(number) if "nomic:status/" in answer][-1]


def test_the_status_comment_does_not_say_any_more_that_it_cannot_be_shown(scene: Scene) -> None:
    number = voted(scene)
    hide(scene, number)
    scene.say("ana", "/resolve", number)
    scene.wait(PATIENCE)
    scene.run()
    scene.say("cy", "nay", number)
    scene.run()
    assert "cannot show all of it" in status(scene, number)
    appear(scene)
    settle(scene)
    assert "cannot show all of it" not in status(scene, number)
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert scene.findings() == []
