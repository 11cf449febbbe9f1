"""What fails for good in one thread holds that thread alone; the others go on, and when it is mended so does it."""

from __future__ import annotations

from contextlib import suppress

import pytest

from engine.referee.ports import Denied, ForgeError
from tests.edge.stage import Scene, Undisturbed, settle
from tests.shares import share_of_table

FOREVER = 1_000
ADOPTED, REJECTED, PROGRAM, COUNCIL, NEW = 2, 3, 4, 5, 6  # the threads of the busy scene
NAMES = {ADOPTED: "alba", REJECTED: "ballad", PROGRAM: "canto", COUNCIL: "issue/council/1", NEW: "dirge"}
PERMANENT = ("forbidden", "missing", "gone", "conflict", "invalid")
PLACES = (
    (COUNCIL, "PATCH /repos/owner/island/issues/5"),
    (COUNCIL, "POST /repos/owner/island/issues/5/comments"),
    (ADOPTED, "POST /repos/owner/island/issues/2/comments"),
    (REJECTED, "PATCH /repos/owner/island/issues/3"),
    (PROGRAM, "DELETE /repos/owner/island/issues/4/labels"),
    (NEW, "POST /repos/owner/island/issues/6/comments"),
)
TABLE = [[(thread, request_, fault) for fault in PERMANENT] for thread, request_ in PLACES]


@pytest.mark.parametrize(("thread", "request_", "fault"), share_of_table(TABLE, 3))
def test_a_thread_in_which_nothing_can_be_posted_holds_no_other(
    busy: Scene, undisturbed: Undisturbed, thread: int, request_: str, fault: str
) -> None:
    scene = busy.copied()
    scene.hub.faults.strike(fault, FOREVER, request_)
    for pass_ in range(3):
        try:
            held = any(f"#{thread}:" in note or "issue/" in note for note in scene.run().held)
            assert held or (fault == "gone" and pass_)  # what is gone is told once; it is looked for among what exists
        except Denied as error:
            assert fault == "forbidden"
            assert error.remedy
    found = scene.shown()
    others = {name: seen for name, seen in undisturbed.shown.threads.items() if name != NAMES[thread]}
    assert {name: found.threads[name] for name in others} == others
    assert found.files == undisturbed.shown.files
    scene.hub.faults.waiting.clear()
    settle(scene)
    assert scene.shown().threads == undisturbed.shown.threads


def test_a_locked_conversation_is_no_lack_of_rights(scene: Scene) -> None:
    scene.hub.faults.strike("locked", FOREVER, "POST /repos/owner/island/issues/1/comments")
    number = scene.propose("ana", "alba")
    scene.say("ana", "/give 1 shell to bo")
    held = scene.run().held
    assert any("#1:" in note and "locked" in note for note in held)
    assert any(f"nomic:status/{number}:" in answer for answer in scene.answers(number))


@pytest.mark.parametrize("fault", ["missing", "gone", "invalid"])
@pytest.mark.parametrize("path", ["status", "check-runs", "check-suites"])
def test_checks_that_cannot_be_read_are_not_passed_and_hold_nothing(scene: Scene, path: str, fault: str) -> None:
    number = scene.propose("ana", "canto", "engine/new.py", "x = 1\n")
    scene.run()
    scene.hub.faults.strike(fault, FOREVER, path)
    scene.say("bo", "/build")
    scene.run()
    assert scene.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert scene.read(f"state/threads/{number}.yaml").get("checks", "pending") == "pending"


@pytest.mark.parametrize("fault", ["missing", "gone", "invalid"])
def test_a_pull_request_that_cannot_be_read_holds_no_other(scene: Scene, fault: str) -> None:
    number = scene.propose("ana", "alba")
    scene.hub.faults.strike(fault, FOREVER, f"GET /repos/owner/island/pulls/{number}")
    scene.say("bo", "/build")
    scene.run()
    assert scene.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert f"state/polls/{number}.yaml" not in scene.island.files()
    assert len(scene.answers(number)) == 1
    scene.hub.faults.waiting.clear()
    scene.say("ana", "/open", number)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"


def test_the_votes_in_a_deleted_issue_are_gone_and_the_game_goes_on(busy: Scene) -> None:
    scene = busy.copied()
    for path in ("5/comments", "5", "comments/"):
        scene.hub.faults.strike("gone", FOREVER, f"GET /repos/owner/island/issues/{path}")
    scene.run()
    assert scene.read(f"state/polls/{ADOPTED}.yaml")["status"] == "adopted"
    council = scene.read("state/polls/council/1.yaml")
    assert council["status"] == "open"
    assert [ballot["voter"] for ballot in council["ballots"] if ballot["deleted"]] == ["ana", "bo"]
    assert scene.findings() == []


def test_a_list_that_is_gone_while_its_thread_is_there_decides_nothing(busy: Scene) -> None:
    scene = busy.copied()
    before = scene.island.store.main
    scene.hub.faults.strike("missing", FOREVER, f"GET /repos/owner/island/issues/{COUNCIL}/comments")
    with pytest.raises(ForgeError):
        scene.run()
    assert scene.island.store.main == before


def test_a_wish_that_can_never_be_fulfilled_keeps_no_other_from_being_looked_up(scene: Scene) -> None:
    """One old wish is looked up in a pass, each in its turn."""
    numbers = [scene.propose(who, name) for who, name in (("ana", "alba"), ("bo", "ballad"))]
    for number in numbers:
        scene.hub.faults.strike("invalid", FOREVER, f"POST /repos/owner/island/issues/{number}/labels")
    scene.run()
    for _ in range(8):
        scene.wait(600)
        scene.say("ana", "/rest")
        scene.say("ana", "/wake")
        scene.hub.requests.clear()
        scene.run()
    looked_up = set()
    for _ in range(4):
        scene.wait(61)
        scene.hub.requests.clear()
        scene.run()
        looked_up.add(scene.hub.requests[2])  # behind the two lists
    assert looked_up == {f"GET /repos/owner/island/issues/{number}" for number in numbers}


@pytest.mark.parametrize("fault", ["invalid", "server_error"])
def test_what_is_to_be_closed_is_closed_where_its_labels_cannot_be_set(scene: Scene, fault: str) -> None:
    """A thread holds a hundred labels: whoever sets as many leaves no room for one that tells how a vote stands."""
    number = scene.propose("ana", "alba")
    scene.run()
    scene.hub.faults.strike(fault, 1_000, f"/repos/owner/island/issues/{number}/labels")
    for who in ("ana", "bo", "cy"):
        scene.say(who, "nay", number)
    scene.say("ana", "/resolve", number)
    for _ in range(2):
        with suppress(ForgeError):
            scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "rejected"
    assert scene.island.model.thread(number).state == "closed"
    scene.hub.faults.waiting.clear()
    settle(scene)
    assert scene.findings() == []
