"""Threads that went elsewhere, and people who cannot be assigned: they are missed, and the game goes on."""

from __future__ import annotations

import pytest

from engine.game.calendar import DAY
from engine.game.state import State
from engine.hub.accounts import BOT_ID
from engine.referee.answering.outbox import Outbox
from engine.referee.ports import Denied, ForgeError, Gone, Unreachable
from engine.referee.trouble import PATIENCE
from tests.edge.stage import Scene, settle
from tests.edge.test_hidden_pulls import appear
from tests.edge.test_hidden_things import attempt, build, council, fail, hidden_in_lists, huts
from tests.mishaps import bring, take_away
from tests.storms.island import TABLE

FOREVER = 1_000
COUNCIL = 5
REPOSITORY = "/repos/owner/island"
WENT = ("moved", "missing", "gone")  # transferred, or made a discussion, or deleted


def away(scene: Scene, number: int, how: str) -> None:
    """Every request for this thread is answered so from now on; it is in no list any more."""
    for path in (f"issues/{number}", f"issues/{number}/comments", f"issues/{number}/labels", f"pulls/{number}"):
        for method in ("GET", "POST", "PATCH", "DELETE"):
            scene.hub.faults.strike(how, 50, f"{method} {REPOSITORY}/{path}")
    scene.hub.faults.strike(how, 50, f"GET {REPOSITORY}/issues/comments/")


@pytest.mark.parametrize("how", WENT)
def test_an_issue_with_a_poll_that_went_elsewhere_stops_nobody(busy: Scene, how: str) -> None:
    scene = busy.copied()
    away(scene, COUNCIL, how)
    scene.run()
    council = scene.read("state/polls/council/1.yaml")
    assert council["status"] == "open"
    assert [ballot["voter"] for ballot in council["ballots"] if ballot["deleted"]] == ["ana", "bo"]
    scene.say("bo", "/build")
    scene.run()
    assert "bo" in scene.read("state/huts.yaml")
    assert scene.findings() == []


def delete(scene: Scene, number: int, how: str = "gone") -> None:
    """An administrator deletes an issue, or transfers it: GitHub answers 410 from then on, or 301, and no list has it."""
    scene.island.model.open_thread(scene.island.id("bo"), "Talk", "")  # its number is nobody's again
    take_away(scene.island.model, number)
    for method in ("GET", "POST", "PATCH", "DELETE"):
        scene.hub.faults.strike(how, FOREVER, f"{method} {REPOSITORY}/issues/{number}")


def named(scene: Scene, title: str) -> list[int]:
    return [thread.number for thread in scene.island.model.threads.values() if thread.title == title]


def test_a_vote_whose_issue_was_deleted_goes_on_in_one_that_is_opened_anew(scene: Scene) -> None:
    """It stayed open for ever, and nobody could vote."""
    old, model = council(scene), scene.island.model
    build(scene, "bo")
    delete(scene, old)
    settle(scene)
    (new,) = named(scene, "Shall we dance?")
    poll = scene.read("state/polls/council/1.yaml")
    assert (poll["status"], poll["thread"], new == old) == ("open", new, False)
    for who in ("ana", "bo", "cy"):
        scene.say(who, "yay", new)
    settle(scene)
    assert scene.read("state/polls/council/1.yaml")["status"] == "adopted"
    assert (named(scene, "Shall we dance?"), model.thread(new).labels) == ([new], ["adopted"])
    assert scene.findings() == []


def test_one_that_is_transferred_is_not_opened_anew_for_it_may_come_back(scene: Scene) -> None:
    old = council(scene)
    build(scene, "bo")
    take_away(scene.island.model, old)
    settle(scene)
    assert named(scene, "Shall we dance?") == []


@pytest.mark.parametrize(("passes", "how"), [(1, "gone"), (3, "gone"), (2, "moved"), (2, "missing")])
def test_a_rules_issue_that_is_gone_is_opened_anew_when_it_has_something_to_say(
    scene: Scene, passes: int, how: str
) -> None:
    """Each pass tried to change what was not there, and operators were told so without an end."""
    for _ in range(3):
        scene.say("ana", "/build")
    settle(scene)
    (old,) = named(scene, "A palace")
    scene.say("bo", "/build")
    settle(scene)
    assert scene.read("state/issues/hut/ana.yaml")["number"] == old
    delete(scene, old, how)
    text = scene.island.files()["rules/island/105-huts.md"].replace("See the palace of", "Admire the palace of")
    scene.island.commit_by_hand({"rules/island/105-huts.md": text})
    scene.run()
    scene.island.commit_by_hand({"state/huts.yaml": "ana:\n  size: 2\nbo:\n  size: 1\n"})
    scene.run()
    scene.say("ana", "/build")
    for _ in range(passes):
        scene.run()
        scene.wait(1_800)
    settle(scene)
    (new,) = named(scene, "A palace")
    assert "Admire" in scene.island.model.thread(new).body
    assert scene.read("state/issues/hut/ana.yaml")["number"] == new != old
    assert scene.run().held == []
    assert scene.findings() == []


def test_an_issue_that_went_elsewhere_and_came_back_goes_on_under_its_new_number(scene: Scene) -> None:
    """It was taken for a second one of itself and closed, and what was voted in it counted nowhere."""
    number, model = council(scene), scene.island.model
    found = take_away(model, number)
    build(scene, "bo")
    scene.run()
    scene.wait()
    back = max(model.threads) + 2
    bring(model, found, back)
    for who in ("bo", "cy"):
        scene.say(who, "nay", back)
    settle(scene)
    poll = scene.read("state/polls/council/1.yaml")
    assert (poll["status"], poll["thread"], model.thread(back).labels) == ("rejected", back, ["rejected"])
    votes = {ballot["voter"]: ballot["choice"] for ballot in poll["ballots"] if not ballot["deleted"]}
    assert votes == {"ana": "yay", "bo": "nay", "cy": "nay"}
    assert scene.findings() == []


def test_a_second_one_of_an_issue_that_cannot_be_closed_for_long_is_never_taken_for_the_first(scene: Scene) -> None:
    """As it is looked up alone it stands in no list beside the one that it is a second of."""
    number, model = council(scene), scene.island.model
    first = model.thread(number)
    twin = model.open_thread(BOT_ID, first.title, first.body).number
    scene.hub.faults.strike("server_error", 5, f"PATCH {REPOSITORY}/issues/{twin}")
    for who in ("ana", "bo", "cy", "ana", "bo"):
        attempt(scene)
        scene.wait(3_600)
        scene.say(who, "/build")
    assert scene.read("state/polls/council/1.yaml")["thread"] == number
    settle(scene)
    assert (model.thread(number).state, model.thread(twin).state) == ("open", "closed")


@pytest.mark.parametrize("as_comment", [False, True])
@pytest.mark.parametrize("minutes", [1, 600])
def test_a_command_in_an_issue_that_went_elsewhere_and_came_back_is_not_carried_out_again(
    scene: Scene, minutes: int, as_comment: bool
) -> None:
    """Whoever may write in two repositories had others pay twice, for what they had asked for once."""
    model = scene.island.model
    scene.wait()
    number = model.open_thread(scene.island.id("ana"), "A gift", "" if as_comment else "/give 1 shell to bo").number
    if as_comment:
        scene.say("ana", "/give 1 shell to bo", number)
    scene.run()
    given = scene.read("state/players/ana.yaml")["shells"]
    assert given == scene.read("state/players/cy.yaml")["shells"] - 1
    found = take_away(model, number)
    scene.wait(minutes * 60)
    build(scene, "cy")
    scene.run()
    scene.wait()
    bring(model, found, number + 5)
    settle(scene)
    assert scene.read("state/players/ana.yaml")["shells"] == given
    told = [answer for answer in scene.answers(number + 5) if "came from elsewhere" in answer]
    assert len(told) == (0 if as_comment and minutes > 15 else 1), "old words are passed over"
    assert scene.findings() == []


def test_while_issues_are_switched_off_a_vote_in_one_is_neither_decided_nor_lost(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = council(scene)
    with monkeypatch.context() as switched_off:
        hidden_in_lists(switched_off, number)
        for path in (f"issues/{number}", "issues/comments/"):
            fail(scene, path, "issues_off")
        scene.say("cy", "yay", number)
        before, error = scene.island.store.main, attempt(scene)
        assert isinstance(error, Denied) and "Features: Issues" in error.remedy and scene.island.store.main == before
        scene.wait(PATIENCE)
        build(scene, "bo")
        attempt(scene)
        assert huts(scene) == ["bo"]
        poll = scene.read("state/polls/council/1.yaml")
        assert (poll["status"], [ballot["deleted"] for ballot in poll["ballots"]]) == ("open", [False] * 3)
    appear(scene)
    settle(scene)
    assert scene.read("state/polls/council/1.yaml")["status"] == "adopted"
    assert scene.findings() == []


@pytest.mark.parametrize("how", WENT)
def test_a_thread_that_went_elsewhere_before_it_was_answered_stops_nobody(scene: Scene, how: str) -> None:
    number = scene.propose("ana", "alba")
    scene.run()
    scene.say("ana", "yay", number)
    scene.say("ana", "/nothing of the kind", number)
    away(scene, number, how)
    for _ in range(3):
        scene.say("bo", "/build")
        scene.run()
    assert scene.read("state/huts.yaml") == {"bo": {"size": 3}}
    assert scene.findings() == []


def test_a_repository_that_moved_in_the_middle_of_a_pass_decides_nothing(busy: Scene) -> None:
    scene = busy.copied()
    before = scene.island.store.main
    away(scene, COUNCIL, "moved")
    scene.hub.faults.strike("moved", FOREVER, f"GET {REPOSITORY}")
    with pytest.raises(ForgeError) as raised:
        scene.run()
    assert isinstance(raised.value, Unreachable) and not isinstance(raised.value, Gone)
    assert scene.island.store.main == before


def test_who_cannot_be_assigned_is_left_out_and_the_issue_is_there(scene: Scene) -> None:
    scene.island.model.unassignable = {"ana"}
    for _ in range(3):
        scene.say("ana", "/build")
    held = [note for _ in range(2) for note in scene.run().held]
    palaces = [t for t in scene.island.model.threads.values() if t.title == "A palace"]
    assert [(t.state, t.assignees) for t in palaces] == [("open", [])]
    assert held == []
    palace = palaces[0].number
    scene.island.model.update_thread(scene.island.id("owner"), palace, state="closed")
    scene.say("bo", "/build")
    settle(scene)
    assert scene.read("state/huts.yaml") == {"ana": {"size": 3}, "bo": {"size": 1}}


def test_whom_nobody_can_assign_holds_no_pull_request(scene: Scene) -> None:
    """With the assignment alone there is nothing left to ask for; the wish stays quiet."""
    outbox = Outbox(scene.referee().forge, State({}), {}, {})
    scene.island.model.unassignable = {"ana"}
    number = scene.propose("ana", "alba")
    outbox._around(number, {"assign": {"login": "ana"}})
    assert outbox.held == []
    assert scene.island.model.thread(number).assignees == []
    assert scene.island.model.thread(number).state == "open"
    outbox._around(number, {"assign": {"login": "ana"}, "close": {}})
    assert scene.island.model.thread(number).assignees == []
    assert scene.island.model.thread(number).state == "closed"


@pytest.mark.parametrize("days", [1, 40])
def test_what_is_told_to_all_waits_a_month_for_another_table_where_the_table_is_gone(scene: Scene, days: int) -> None:
    model = scene.island.model
    model.roles[scene.island.id("boss")] = "admin"
    scene.wait()
    number = model.open_thread(scene.island.id("bo"), "Talk", "").number
    scene.run()
    take_away(model, TABLE)
    scene.say("boss", "/pause", number)
    scene.run()
    scene.say("boss", "/resume", number)
    for _ in range(8):
        scene.run()
        scene.wait(days * DAY // 8)
        scene.say("bo", "/build", number)
    scene.say("boss", f"/correct game game table {number} because the old one is gone", number)
    settle(scene)
    told = "\n".join(scene.answers(number))
    assert "corrected `game game table`" in told
    assert ("paused the game" in told, "resumed the game" in told) == (days < 30, days < 30)
    assert scene.findings() == []
