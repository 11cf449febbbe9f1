"""One answer of GitHub's that is wrong for a moment, a list that lacks what is there or a 404 of it, takes nothing from anybody."""

from __future__ import annotations

import pytest

from engine.forge.github import GitHubForge
from engine.game.happening import SECONDS_SEEN
from engine.referee.intake import whole_thread
from engine.referee.ports import Comment, ForgeError, Gone, Thread, Unreachable
from engine.referee.trouble import PATIENCE
from tests.edge.stage import Scene, settle
from tests.edge.test_hidden_pulls import REPOSITORY, voted
from tests.edge.test_hidden_things import build, council, hidden_in_lists, huts

MISSING = ("missing", "gone")


def lacking(patch: pytest.MonkeyPatch, number: int, *lost: int) -> None:
    """Lists of this thread lack these comments; without any, they are empty."""
    whole = GitHubForge.comments_of

    def listed(forge: GitHubForge, asked: int) -> list[Comment]:
        found = whole(forge, asked)
        return [c for c in found if asked != number or (bool(lost) and c.id not in lost)]

    patch.setattr(GitHubForge, "comments_of", listed)


def empty_at_first(patch: pytest.MonkeyPatch, number: int) -> None:
    """The first list that is asked for, if it is of this thread, is empty; those after it are as ever."""
    whole, lists = GitHubForge.comments_of, list[int]()

    def listed(forge: GitHubForge, asked: int) -> list[Comment]:
        lists.append(asked)
        return [] if lists == [number] else whole(forge, asked)

    patch.setattr(GitHubForge, "comments_of", listed)


def outcome(scene: Scene, number: int) -> tuple[str, list[tuple[str, str, bool]]]:
    poll = scene.read(f"state/polls/{number}.yaml")
    return poll["status"], [(b["voter"], b["choice"], b["deleted"]) for b in poll["ballots"]]


@pytest.mark.parametrize("how_many", ["one", "all"])
def test_votes_that_a_list_lacks_once_count_as_they_stand(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, how_many: str
) -> None:
    number = voted(scene)
    newest = scene.read(f"state/polls/{number}.yaml")["ballots"][-1]["comment"]
    with monkeypatch.context() as patch:
        lacking(patch, number, *([newest] if how_many == "one" else []))
        scene.say("ana", "/resolve", number)
        scene.run()
    assert outcome(scene, number) == ("adopted", [(who, "yay", False) for who in ("ana", "bo", "cy")])
    assert scene.findings() == []


def test_so_do_those_that_are_too_many_to_be_asked_for(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_thread, "ASKED", 2)
    number = voted(scene)
    with monkeypatch.context() as patch:
        empty_at_first(patch, number)
        scene.say("ana", "/resolve", number)
        scene.run()
    assert outcome(scene, number) == ("adopted", [(who, "yay", False) for who in ("ana", "bo", "cy")])
    assert scene.findings() == []


def test_where_lists_go_on_to_leave_out_what_is_there_nothing_is_decided(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_thread, "ASKED", 2)
    number = voted(scene)
    scene.say("ana", "/resolve", number)
    with monkeypatch.context() as patch:
        lacking(patch, number)
        with pytest.raises(ForgeError, match="leaves some out"):
            scene.run()
        scene.wait(PATIENCE)
        build(scene, "bo")
        scene.run()
        assert huts(scene) == ["bo"]
        assert outcome(scene, number) == ("open", [(who, "yay", False) for who in ("ana", "bo", "cy")])
    settle(scene)
    scene.say("ana", "/resolve", number)
    scene.run()
    assert outcome(scene, number) == ("adopted", [(who, "yay", False) for who in ("ana", "bo", "cy")])
    assert scene.findings() == []


@pytest.mark.parametrize("fault", MISSING)
def test_so_do_those_that_a_list_lacks_and_that_are_said_to_be_gone(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    number = voted(scene)
    with monkeypatch.context() as patch:
        empty_at_first(patch, number)
        scene.hub.faults.strike(fault, 3, f"GET {REPOSITORY}/issues/comments/")
        scene.say("ana", "/resolve", number)
        scene.run()
    assert outcome(scene, number) == ("adopted", [(who, "yay", False) for who in ("ana", "bo", "cy")])
    assert scene.findings() == []


@pytest.mark.parametrize("fault", ["server_error", "forbidden", "garbage"])
def test_where_nobody_can_tell_whether_a_vote_is_there_nothing_is_decided(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    number = voted(scene)
    before = scene.island.store.main
    scene.say("ana", "/resolve", number)
    with monkeypatch.context() as patch:
        lacking(patch, number)
        scene.hub.faults.strike(fault, 1_000, f"GET {REPOSITORY}/issues/comments/")
        with pytest.raises(ForgeError):
            scene.run()
    assert scene.island.store.main == before
    scene.hub.faults.waiting.clear()
    scene.run()
    assert outcome(scene, number)[0] == "adopted"


def test_of_votes_that_are_gone_indeed_only_some_are_asked_for(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    number = voted(scene)
    monkeypatch.setattr(whole_thread, "ASKED", 2)
    ballots = scene.read(f"state/polls/{number}.yaml")["ballots"]
    for ballot in ballots:
        scene.island.model.delete_comment(scene.island.id(ballot["voter"]), ballot["comment"])
    scene.say("zoe", "/resolve", number)
    scene.say("ana", "/resolve", number)
    scene.hub.requests.clear()
    scene.run()
    asked = [request for request in scene.hub.requests if request.startswith(f"GET {REPOSITORY}/issues/comments/")]
    newest = sorted((ballot["comment"] for ballot in ballots), reverse=True)[:2]
    assert [int(request.rpartition("/")[2]) for request in asked] == newest
    assert [deleted for *_, deleted in outcome(scene, number)[1]] == [True] * 3
    assert scene.findings() == []


@pytest.mark.parametrize("fault", MISSING)
@pytest.mark.parametrize("answers", [1, 2, 3])
def test_a_thread_that_is_said_to_be_gone_and_is_not_loses_no_vote(scene: Scene, fault: str, answers: int) -> None:
    """The list of its comments, the thread, and the list once more; then each comment is asked for."""
    number = council(scene)
    scene.say("cy", "yay", number)
    scene.hub.faults.strike(fault, answers, f"GET {REPOSITORY}/issues/{number}")
    try:
        scene.run()
    except ForgeError:
        scene.run()
    council_poll = scene.read("state/polls/council/1.yaml")
    assert [ballot["deleted"] for ballot in council_poll["ballots"]] == [False] * 3
    assert council_poll["status"] == "adopted"
    assert scene.findings() == []


@pytest.mark.parametrize("fault", MISSING)
def test_new_commits_of_what_is_said_to_be_gone_and_is_not_are_read_before_the_verdict(
    scene: Scene, fault: str
) -> None:
    number = scene.propose("ana", "alba")
    scene.run()
    scene.say("ana", "yay", number)
    scene.say("bo", "yay", number)
    scene.run()
    scene.wait()
    scene.island.push(
        "ana", number, {"rules/island/200-alba.md": "---\nrule: next\ntitle: Alba\nby_hand: true\n---\nNew.\n"}
    )
    scene.say("cy", "yay", number)
    scene.say("ana", "/resolve", number)
    scene.hub.faults.strike(fault, 3, f"GET {REPOSITORY}/pulls/{number}")
    scene.run()
    assert outcome(scene, number)[0] == "open"
    scene.hub.faults.waiting.clear()
    settle(scene)
    status, ballots = outcome(scene, number)
    assert status == "open" and ballots == []
    assert scene.findings() == []


@pytest.mark.parametrize("fault", [*MISSING, "invalid"])
def test_a_new_proposal_that_is_said_to_be_gone_and_is_not_is_opened_all_the_same(scene: Scene, fault: str) -> None:
    number = scene.propose("ana", "alba")
    scene.hub.faults.strike(fault, 1, f"GET {REPOSITORY}/pulls/{number}")
    scene.run()
    scene.run()
    assert outcome(scene, number)[0] == "open"
    assert not any("Write it again" in answer for answer in scene.answers(number))
    assert scene.findings() == []


@pytest.mark.parametrize("fault", MISSING)
def test_a_command_in_a_thread_that_nothing_shows_yet_waits_for_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    number = scene.propose("ana", "alba")
    with monkeypatch.context() as patch:
        hidden_in_lists(patch, number)
        scene.hub.faults.strike(fault, 1, f"GET {REPOSITORY}/issues/{number}")
        scene.say("bo", "/build")
        scene.run()
    assert huts(scene) == ["bo"]
    scene.run()
    assert outcome(scene, number)[0] == "open"
    assert scene.findings() == []


@pytest.mark.parametrize("fault", MISSING)
def test_an_answer_waits_where_its_thread_is_said_to_be_gone_and_is_not(scene: Scene, fault: str) -> None:
    number = scene.propose("ana", "alba")
    scene.run()
    scene.say("cy", "/give 1 shell to bo", number)
    scene.hub.faults.strike("server_error", 1_000, f"POST {REPOSITORY}/issues/{number}/comments")
    with pytest.raises(Unreachable):
        scene.run()
    said = len(scene.answers(number))
    scene.hub.faults.strike(fault, 1_000, f"GET {REPOSITORY}/issues/{number}/comments")
    for _ in range(3):
        scene.wait(SECONDS_SEEN)
        scene.say("bo", "/build")
        try:
            scene.run()
        except Unreachable:
            continue
    scene.hub.faults.waiting.clear()
    settle(scene)
    assert len(scene.answers(number)) == said + 1


@pytest.mark.parametrize("fault", ["missing", "server_error"])
def test_a_thread_that_nothing_shows_is_asked_for_once_however_much_is_said_in_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    number = scene.propose("ana", "alba")
    for _ in range(5):
        scene.say("bo", "hm", number)
    with monkeypatch.context() as patch:
        hidden_in_lists(patch, number)
        scene.hub.faults.strike(fault, 1_000, f"GET {REPOSITORY}/issues/{number}")
        scene.run()
    assert scene.hub.faults.struck[fault] == 1


@pytest.mark.parametrize("wrong", [Unreachable("502", "Wait."), Gone("404", "Look.")])
def test_votes_for_commits_that_no_pass_has_read_count_though_the_thread_is_not_shown_at_first(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, wrong: ForgeError
) -> None:
    """When it was touched last is asked again: else it would be taken for touched just now, and the votes for older than that."""
    number = scene.propose("ana", "alba")
    scene.wait()
    for who in ("ana", "bo", "cy"):
        scene.say(who, "yay", number)
    scene.wait()
    whole, asked = GitHubForge.thread, list[int]()

    def shown(forge: GitHubForge, one: int) -> Thread:
        asked.append(one)
        if asked.count(number) == 1 and one == number:
            raise wrong
        return whole(forge, one)

    with monkeypatch.context() as patch:
        patch.setattr(GitHubForge, "thread", shown)
        scene.run()
    assert number in asked
    assert outcome(scene, number)[1] == [(who, "yay", False) for who in ("ana", "bo", "cy")]
    assert scene.read(f"state/polls/{number}.yaml")["refused"] == []
    assert scene.findings() == []
