"""Whom the answering reaches, however many threads there are in which nothing can be said."""

from __future__ import annotations

import pytest

from engine.referee.ports import ForgeError, Unreachable
from tests.edge.stage import Scene

FOREVER = 10_000


def locked(scene: Scene, number: int) -> None:
    scene.hub.faults.strike("locked", FOREVER, f"POST /repos/owner/island/issues/{number}/comments")


def crowd(scene: Scene) -> None:
    """Sixty-one threads of strangers, in each a word that wants an answer, and each locked before that is said."""
    for place in range(61):
        scene.wait(2)
        who = f"spam{place // 9}"
        number = scene.island.model.open_thread(scene.island.id(who), f"buy {place}", "cheap").number
        scene.island.say(who, number, "/buy now")
        locked(scene, number)
    scene.run()


def test_sixty_threads_in_which_nothing_can_be_said_starve_no_answer(scene: Scene) -> None:
    crowd(scene)
    before = len(scene.answers(1))
    scene.say("ana", "/give 1 shell to bo")
    scene.run()
    assert len(scene.answers(1)) == before + 1


def test_nor_one_that_could_not_be_given_at_first(scene: Scene) -> None:
    locked(scene, 1)
    before = len(scene.answers(1))
    scene.say("ana", "/give 1 shell to bo")
    scene.run()
    scene.hub.faults.waiting.clear()
    crowd(scene)
    for _ in range(10):
        scene.run()
    assert len(scene.answers(1)) == before + 1


@pytest.mark.parametrize("fault", ["server_error", "bad_gateway"])
def test_a_thread_that_meets_the_forge_in_trouble_each_time_holds_no_other(scene: Scene, fault: str) -> None:
    first, second = scene.propose("ana", "alba"), scene.propose("bo", "ballad")
    scene.hub.faults.strike(fault, FOREVER, f"POST /repos/owner/island/issues/{first}/comments")
    for _ in range(3):
        scene.say("cy", "/give 1 shell to bo", second)
        with pytest.raises(Unreachable) as caught:
            scene.run()
        assert caught.value.cause.startswith(f"#{first}: ")
        assert "What was decided stands" in caught.value.remedy
    assert any(f"nomic:status/{second}:" in answer for answer in scene.answers(second))
    assert sum("nomic:reply/" in answer for answer in scene.answers(second)) == 3
    assert scene.findings() == []


def test_so_are_two_such_threads_with_one_between_them_in_which_words_can_be_said(scene: Scene) -> None:
    threads = [
        scene.propose(who, title)
        for who, title in (("ana", "alba"), ("bo", "ballad"), ("cy", "carol"), ("ana", "dirge"))
    ]

    def said(number: int) -> int:
        return sum("nomic:reply/" in answer for answer in scene.answers(number))

    before = {number: said(number) for number in threads}
    for number in (threads[0], threads[2]):
        scene.hub.faults.strike("server_error", FOREVER, f"POST /repos/owner/island/issues/{number}/comments")
    for number in threads:
        scene.say("cy", "/give 1 shell to bo", number)
    with pytest.raises(Unreachable):
        scene.run()
    assert [said(number) - already for number, already in before.items()] == [0, 1, 0, 1]


def test_where_nothing_can_be_posted_anywhere_a_pass_soon_stops_trying(scene: Scene) -> None:
    for name in ("alba", "ballad", "canto", "dirge"):
        scene.propose("ana", name)
    scene.hub.faults.strike("server_error", FOREVER, "POST /repos/owner/island/issues/")
    scene.hub.requests.clear()
    with pytest.raises(ForgeError):
        scene.run()
    assert sum(r.startswith("POST") and r.endswith("/comments") for r in scene.hub.requests) <= 2


def test_where_a_limit_is_used_up_by_thumbs_no_more_are_tried_and_answers_are_given(scene: Scene) -> None:
    """GitHub shuts out for longer whoever goes on to ask."""
    for _ in range(5):
        scene.say("ana", "/build")
        scene.say("bo", "/give 1 shell to ana")
    scene.hub.faults.strike("secondary_limit", 100, "/reactions")
    scene.run()
    assert scene.hub.faults.struck == {"secondary_limit": 1}
    assert sum(answer.count("ana has") for answer in scene.answers(1)) == 5
