"""A wrong NOMIC_BOT: the engine does not know its own posts again. It says so, and says nothing twice.

A game that goes on under another name on purpose keeps its votes and what it told of them.
"""

from __future__ import annotations

import contextlib
import dataclasses

import pytest

from engine.game.world.wishes import digest
from engine.hub.accounts import BOT_SCOPES, Account
from engine.referee.answering.markers import mark
from engine.referee.answering.ourselves import AnotherName
from engine.referee.ports import ForgeError
from tests.begun import START
from tests.edge.stage import Scene, settle
from tests.github.hub import Hub
from tests.island import RULESET, texts
from tests.staging import ONCE, forge_of, referee_of
from tests.storms.island import Island

WRONG = "nomic-of-ours[bot]"
OURS = Account(777, "our-nomic[bot]", bot=True)


def misnamed(scene: Scene) -> ForgeError:
    scene.wait()
    with pytest.raises(AnotherName) as raised:
        dataclasses.replace(scene.referee(), bot=WRONG).run()
    return raised.value


def test_nothing_is_said_again_under_a_name_that_is_not_looked_for(scene: Scene) -> None:
    before = len(scene.answers())
    scene.say("ana", "/build")
    for _ in range(5):
        error = misnamed(scene)
        scene.wait(1_800)
    assert len(scene.answers()) <= before + 1
    assert WRONG in error.cause
    assert "github-actions[bot]" in error.cause
    assert "NOMIC_BOT to github-actions[bot] where this runs" in error.remedy, (
        "whoever runs it by hand changes no workflow"
    )
    assert scene.read("state/huts.yaml") == {"ana": {"size": 1}}


def test_the_first_answer_of_all_is_the_last(hub: Hub) -> None:
    scene = Scene(hub, Island(texts(), RULESET, START))
    scene.say("ana", "/join")
    for _ in range(5):
        misnamed(scene)
        scene.wait(1_800)
    assert len(scene.answers()) == 1


def test_no_issue_is_opened_again_either(scene: Scene) -> None:
    scene.say("ana", "/council Shall we dance?")
    for _ in range(3):
        misnamed(scene)
    assert [thread.title for thread in scene.island.model.threads.values()].count("Shall we dance?") == 1


def test_with_the_right_name_it_goes_on(scene: Scene) -> None:
    scene.say("ana", "/build")
    misnamed(scene)
    scene.run()
    scene.run()
    assert "\n".join(scene.answers()).count("Done") == 1
    assert scene.findings() == []


def test_whoever_copies_a_mark_stops_nothing(scene: Scene) -> None:
    scene.say("ana", "/build")
    scene.hub.faults.strike("server_error", 1, "POST /repos/owner/island/issues/1/comments")
    with pytest.raises(ForgeError):
        scene.run()
    key, wish = next((k, w) for k, w in scene.read("state/engine.yaml")["outbox"].items() if k.startswith("reply/"))
    scene.say("bo", f"Look! {mark(key, digest(wish))}")
    scene.run()
    assert "Done" in scene.answers()[-1]


@pytest.mark.parametrize("how", ["server_error", "forbidden"])
def test_nor_does_whoever_copies_an_issue_where_nobody_tells_our_name(scene: Scene, how: str) -> None:
    council = asked(scene)
    scene.hub.faults.strike(how, 1_000, "graphql")
    scene.wait()
    copied = scene.island.model.open_thread(scene.island.id("bo"), "Mine", scene.island.model.thread(council).body)
    scene.say("bo", "/build", copied.number)
    for who in ("ana", "cy"):
        scene.say(who, "/build")
        scene.run()
    assert sorted(scene.read("state/huts.yaml")) == ["ana", "bo", "cy"]
    assert scene.read(f"state/threads/{council}.yaml")["tag"] == "council/1"
    assert scene.findings() == []


@pytest.mark.parametrize("how", ["server_error", "forbidden"])
def test_what_may_be_ours_is_nobodys_until_that_is_told(scene: Scene, how: str) -> None:
    council = asked(scene)
    scene.hub.faults.strike(how, 1_000, "graphql")
    scene.say("ana", "yay", council)
    scene.say("bo", "/build")
    with contextlib.suppress(ForgeError):
        dataclasses.replace(scene.referee(), bot=WRONG).run()
    assert f"state/threads/{council}.yaml" not in scene.island.files()
    assert sorted(scene.read("state/huts.yaml")) == ["bo"]
    scene.hub.faults.waiting.clear()
    settle(scene)
    assert voters(scene) == ["ana"]
    assert scene.findings() == []


def asked(scene: Scene) -> int:
    """The issue of a poll, opened by the last pass."""
    scene.say("ana", "/council Shall we dance?")
    scene.run()
    return max(scene.island.model.threads)


def voters(scene: Scene) -> list[str]:
    return [ballot["voter"] for ballot in scene.read("state/polls/council/1.yaml")["ballots"]]


def test_an_issues_votes_count_after_passes_under_a_wrong_name(scene: Scene) -> None:
    council = asked(scene)
    settle(scene)
    scene.say("ana", "yay", council)
    for who in ("ana", "bo", "cy"):
        scene.say(who, "/build")
        misnamed(scene)
    for who in ("bo", "cy"):
        scene.say(who, "yay", council)
    scene.run()
    assert voters(scene) == ["ana", "bo", "cy"]
    assert scene.read(f"state/threads/{council}.yaml")["tag"] == "council/1"
    assert scene.findings() == []


def test_an_issue_whose_number_was_not_seen_yet_is_nobody_elses_under_a_wrong_name(scene: Scene) -> None:
    council = asked(scene)
    scene.say("ana", "yay", council)
    scene.say("bo", "/build")
    before = scene.island.store.main
    misnamed(scene)
    assert scene.island.store.main == before
    scene.run()
    scene.run()
    assert voters(scene) == ["ana"]


def moved(scene: Scene, role: str) -> None:
    """The game is run by an app of its own from now on, with this role."""
    scene.island.model.accounts[OURS.id] = OURS
    scene.island.model.roles[OURS.id] = role


def passed(scene: Scene) -> None:
    """A pass of that app."""
    scene.wait(600)
    forge = forge_of(scene.hub, ONCE, scene.hub.token(OURS.id, BOT_SCOPES))
    scene.hub.requests.clear()
    dataclasses.replace(referee_of(forge, scene.island.repository, scene.island.judge), bot=OURS.login).run()


def statuses(scene: Scene, number: int) -> list[tuple[int, bool]]:
    """By whom each stands there, and whether it is the last word."""
    comments = scene.island.model.comments_of(number)
    return [(c.author, "### Proposal 108: adopted" in c.body) for c in comments if f"nomic:status/{number}:" in c.body]


@pytest.mark.parametrize("role", ["write", "triage"])
def test_a_game_goes_on_under_another_name_on_purpose(scene: Scene, role: str) -> None:
    """Who has no more than the role triage may not edit what the other one wrote: it says it once more."""
    number, council = scene.propose("ana", "alba"), asked(scene)
    scene.say("ana", "yay", number)
    settle(scene)
    ((writer, _),) = statuses(scene, number)
    moved(scene, role)
    for who in ("bo", "cy"):
        scene.say(who, "yay", number)
        scene.say(who, "yay", council)
        passed(scene)
    scene.say("ana", "/resolve", number)
    for _ in range(3):
        passed(scene)
    assert all(request.startswith("GET") for request in scene.hub.requests)
    assert voters(scene) == ["bo", "cy"]
    assert statuses(scene, number) == ([(writer, True)] if role == "write" else [(writer, False), (OURS.id, True)])
    assert scene.findings() == []
