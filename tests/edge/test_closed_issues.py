"""Somebody closes the issue of a vote: it goes on, as the rules alone end it, and whoever takes part is told so."""

from __future__ import annotations

import pytest

from engine.game.happening import SECONDS_SEEN
from tests.edge.stage import Scene, settle
from tests.edge.test_hidden_things import build, council

POLL = "state/polls/council/1.yaml"


def turn(scene: Scene, number: int, state: str) -> None:
    scene.wait()
    scene.island.model.update_thread(scene.island.id("owner"), number, state=state)


def told(scene: Scene, number: int) -> int:
    return sum("closed, and its vote goes on" in answer for answer in scene.answers(number))


def test_it_is_told_once_and_decides_nothing(scene: Scene) -> None:
    """The next word of anybody decides this vote, and a closing is nobody's."""
    number = council(scene)
    turn(scene, number, "closed")
    for _ in range(3):
        settle(scene)
        scene.wait(SECONDS_SEEN // 2)
    assert (told(scene, number), scene.read(POLL)["status"]) == (1, "open")
    scene.say("cy", "nay", number)
    settle(scene)
    assert scene.read(POLL)["status"] == "adopted"
    assert [ballot["voter"] for ballot in scene.read(POLL)["ballots"]] == ["ana", "bo", "cy"]
    settle(scene)
    assert (told(scene, number), scene.island.model.thread(number).state) == (1, "closed")
    assert scene.findings() == []


def test_in_a_pause_it_is_told_that_no_word_counts_before_the_game_goes_on(scene: Scene) -> None:
    number = council(scene)
    scene.say("owner", "/pause")
    scene.run()
    turn(scene, number, "closed")
    settle(scene)
    assert "goes on when the game does" in scene.answers(number)[-1]
    assert told(scene, number) == 0
    scene.say("owner", "/resume")
    settle(scene)
    scene.say("cy", "nay", number)
    settle(scene)
    assert scene.read(POLL)["status"] == "adopted"
    assert scene.findings() == []


def test_opened_again_and_closed_again_it_is_told_again(scene: Scene) -> None:
    number = council(scene)
    for times in (1, 2):
        turn(scene, number, "closed")
        settle(scene)
        assert told(scene, number) == times
        turn(scene, number, "open")
        settle(scene)
    assert scene.read(POLL)["status"] == "open"
    assert scene.findings() == []


def test_between_two_passes_nothing_has_happened(scene: Scene) -> None:
    number = council(scene)
    for state in ("closed", "open"):
        turn(scene, number, state)
    settle(scene)
    assert told(scene, number) == 0
    assert scene.findings() == []


@pytest.mark.parametrize("what", ["title", "body"])
def test_what_else_somebody_makes_of_it_is_no_news(scene: Scene, what: str) -> None:
    number, said = council(scene), len(scene.answers(2))
    scene.wait()
    scene.island.model.update_thread(scene.island.id("owner"), number, **{what: "/build"})
    settle(scene)
    assert len(scene.answers(number)) == said
    assert scene.findings() == []


def test_an_issue_without_a_vote_is_closed_without_a_word(scene: Scene) -> None:
    build(scene, "ana", "ana", "ana")
    settle(scene)
    (palace,) = [t.number for t in scene.island.model.threads.values() if t.title == "A palace"]
    turn(scene, palace, "closed")
    settle(scene)
    assert scene.answers(palace) == []
    assert scene.findings() == []
