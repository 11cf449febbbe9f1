"""Accounts that are renamed, deleted or taken over: people are known by number, and what they did stays theirs."""

from __future__ import annotations

import pytest

from tests.edge.stage import Scene, settle


@pytest.fixture
def voted(scene: Scene) -> tuple[Scene, int]:
    """A proposal of ana's with a yay of hers and one of bo's."""
    number = scene.propose("ana", "alba")
    scene.run()
    for who in ("ana", "bo"):
        scene.say(who, "yay", number)
    scene.run()
    return scene, number


def account(scene: Scene, login: str):  # type: ignore[no-untyped-def]
    return scene.island.model.account(login)


def test_a_renamed_player_keeps_the_vote_and_everything_else(voted: tuple[Scene, int]) -> None:
    scene, number = voted
    account(scene, "bo").login = "bodo"
    scene.say("bodo", "/build")
    scene.say("ana", "/resolve", number)
    scene.run()
    settle(scene)
    assert scene.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert scene.read("state/players/bo.yaml")["login"] == "bodo"
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert scene.findings() == []


def test_a_player_who_is_gone_has_voted_all_the_same(voted: tuple[Scene, int]) -> None:
    scene, number = voted
    account(scene, "bo").deleted = True
    scene.say("ana", "/resolve", number)
    scene.run()
    settle(scene)
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert scene.findings() == []


def test_the_author_of_a_proposal_may_be_gone(voted: tuple[Scene, int]) -> None:
    scene, number = voted
    account(scene, "ana").deleted = True
    scene.say("cy", "nay", number)
    scene.run()
    settle(scene)
    poll = scene.read(f"state/polls/{number}.yaml")
    assert [b["voter"] for b in poll["ballots"]] == ["ana", "bo", "cy"]
    assert scene.findings() == []


def test_who_takes_a_name_that_became_free_is_somebody_else(scene: Scene) -> None:
    account(scene, "bo").login = "bodo"
    scene.say("bo", "/build")
    scene.run()
    assert "state/huts.yaml" not in scene.island.files() or scene.read("state/huts.yaml") == {}
    scene.say("bodo", "/build")
    scene.run()
    assert scene.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert scene.findings() == []


def test_who_is_called_as_the_engine_would_call_another_does_not_become_the_same_player(scene: Scene) -> None:
    """`ana-NUMBER` is the key that is made for account NUMBER where somebody else is `ana`: a login may be just that."""
    account(scene, "ana").login = "anna"
    number = account(scene, "ana").id
    scene.say(f"ana-{number}", "/join")
    scene.run()
    scene.say("ana", "/build")
    scene.run()
    assert scene.island.files().get("state/huts.yaml") is None or scene.read("state/huts.yaml") == {}
    scene.say("ana", "/join")
    scene.run()
    players = [scene.read(path) for path in scene.island.files() if path.startswith(f"state/players/ana-{number}")]
    assert sorted(player["login"] for player in players) == ["ana", f"ana-{number}"]
    assert len({player["id"] for player in players}) == 2
    assert scene.findings() == []


def test_a_collaborator_renamed_before_the_role_is_asked_acts_without_one(scene: Scene) -> None:
    scene.say("cy", "/build")

    def rename() -> None:
        account(scene, "cy").login = "cyrus"

    scene.hub.after("GET /repos/owner/island/issues/comments", rename)
    scene.run()
    settle(scene)
    assert scene.read("state/huts.yaml") == {"cy": {"size": 1}}
    assert scene.findings() == []


def test_an_issue_is_assigned_to_whoever_the_player_is_called_now(scene: Scene) -> None:
    scene.island.model.roles[scene.island.id("bo")] = "triage"
    account(scene, "bo").login = "bodo"
    for _ in range(3):
        scene.say("bodo", "/build")
    scene.run()
    settle(scene)
    palace = next(t for t in scene.island.model.threads.values() if t.title == "A palace")
    assert palace.assignees == [scene.island.id("bodo")]
    assert palace.state == "open"


def test_a_name_that_changed_hands_leads_to_whoever_has_it_also_if_all_they_wrote_was_refused(scene: Scene) -> None:
    ana, bo = account(scene, "ana"), account(scene, "bo")
    ana.login, bo.login = "bo", "ana"
    scene.say("bo", "/frobnicate")
    scene.say("ana", "/give 100 shells to cy")
    scene.run()
    assert [scene.read(f"state/players/{key}.yaml")["login"] for key in ("ana", "bo")] == ["bo", "ana"]
    scene.say("cy", "/give 2 shells to @ana")
    scene.run()
    shells = {key: scene.read(f"state/players/{key}.yaml")["shells"] for key in ("ana", "bo", "cy")}
    assert shells == {"ana": 5, "bo": 7, "cy": 3}
    assert scene.findings() == []
