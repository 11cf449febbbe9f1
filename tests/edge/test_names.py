"""A wrong NOMIC_BOT: the engine does not know its own posts again. It says so, and says nothing twice."""

from __future__ import annotations

import dataclasses

import pytest

from engine.game.world.wishes import digest
from engine.hub.hub import Hub
from engine.referee.markers import mark
from engine.referee.ourselves import AnotherName
from engine.referee.ports import ForgeError
from tests.begun import START
from tests.edge.stage import Scene
from tests.island import RULESET, texts
from tests.storms.island import Island

WRONG = "nomic-of-ours[bot]"


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
    assert "NOMIC_BOT" in error.remedy
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
