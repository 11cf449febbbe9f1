"""One thread or comment that lists show otherwise than any is stops nothing but what hangs on it, and operators are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from engine.forge.wire import Answer, Wire
from engine.referee.ports import ForgeError, Unreachable
from engine.referee.trouble import PATIENCE
from tests.edge.stage import Scene, settle
from tests.edge.test_hidden_pulls import voted
from tests.edge.test_hidden_things import attempt, build, council, huts

Spoil = Callable[[dict[str, Any]], object]


def without(key: str) -> Spoil:
    return lambda raw: raw.pop(key)


def with_null(key: str) -> Spoil:
    return lambda raw: raw.update({key: None})


ODD_COMMENTS = {
    "no user": without("user"),
    "no body": without("body"),
    "no time": without("created_at"),
    "null time": with_null("created_at"),
}
ODD_THREADS = {
    "no title": without("title"),
    "null title": with_null("title"),
    "no body": without("body"),
    "no user": without("user"),
    "null labels": with_null("labels"),
    "another state": lambda raw: raw.update(state="draft"),
    "null time": with_null("created_at"),
}


@contextmanager
def spoiled(spoil: Spoil, *, thread: int = 0, comment: int = 0, alone: bool = True) -> Iterator[None]:
    """Lists show one thing otherwise; so it is where it is asked for `alone`, if that is said."""
    read = Wire.read

    def spoiling(wire: Wire, path: str, *, list_of_all: bool = False, **query: object) -> Answer:
        answer = read(wire, path, list_of_all=list_of_all, **query)
        listed = answer.data if isinstance(answer.data, list) else [answer.data] if alone else []
        for raw in listed:
            met = raw.get("id") == comment and "issue_url" in raw
            if met or (raw.get("number") == thread and path.startswith("issues")):
                spoil(raw)
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Wire, "read", spoiling)
        yield


@pytest.mark.parametrize("how", ODD_COMMENTS)
def test_a_comment_that_is_none_of_githubs_stops_nobody_and_operators_are_told(scene: Scene, how: str) -> None:
    comment = scene.say("zoe", "hello")
    build(scene, "bo")
    with spoiled(ODD_COMMENTS[how], comment=comment):
        assert any(note.startswith(f"#1: comment {comment}: an answer not of") for note in scene.run().held)
        assert huts(scene) == ["bo"]
        scene.wait(PATIENCE)
        build(scene, "cy")
        scene.run()
    assert huts(scene) == ["bo", "cy"]
    assert scene.findings() == []


def test_answers_are_given_in_its_thread_also_one_that_could_not_be_given_before(scene: Scene) -> None:
    with spoiled(without("user"), comment=scene.say("zoe", "hello")):
        scene.hub.faults.strike("server_error", 1, "POST /repos/owner/island/issues/1/comments")
        first = scene.say("bo", "/give 100 shells to ana")
        attempt(scene)
        second = scene.say("cy", "/give 100 shells to ana")
        settle(scene)
    said = "".join(scene.answers(1))
    assert [said.count(f"nomic:reply/comment/{comment}:") for comment in (first, second)] == [1, 1]


def test_an_answer_of_our_own_that_cannot_be_read_is_not_given_again(scene: Scene) -> None:
    asked = scene.say("bo", "/give 100 shells to ana")
    scene.run()
    said = next(c.id for c in scene.island.model.comments_of(1) if f"reply/comment/{asked}:" in c.body)
    with spoiled(without("user"), comment=said):
        scene.hub.requests.clear()
        for _ in range(3):
            attempt(scene)
        assert not [request for request in scene.hub.requests if request.startswith("POST /repos")]
    settle(scene)


def test_what_it_says_is_judged_once_it_can_be_read(scene: Scene) -> None:
    with spoiled(without("user"), comment=scene.say("ana", "/build")):
        scene.run()
    assert "state/huts.yaml" not in scene.island.files()
    settle(scene)
    assert scene.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert scene.findings() == []


@pytest.mark.parametrize("how", ODD_THREADS)
def test_so_it_is_with_a_thread(scene: Scene, how: str) -> None:
    scene.wait()
    number = scene.island.model.open_thread(scene.island.id("zoe"), "hello", "/join").number
    build(scene, "bo")
    with spoiled(ODD_THREADS[how], thread=number):
        assert any(note.startswith(f"#{number}: ") and "GitHub's form" in note for note in scene.run().held)
        assert huts(scene) == ["bo"] and scene.answers(number) == []
    settle(scene)
    assert "Welcome" in "\n".join(scene.answers(number))
    assert scene.findings() == []


def test_one_that_can_be_read_where_it_is_asked_for_alone_is_read_like_that(scene: Scene) -> None:
    scene.wait()
    number = scene.island.model.open_thread(scene.island.id("zoe"), "hello", "/join").number
    with spoiled(without("title"), thread=number, alone=False):
        assert scene.run().held == []
    assert "Welcome" in "\n".join(scene.answers(number))


@pytest.mark.parametrize("begun", [voted, council])
def test_nothing_is_decided_in_one_that_is_voted_in_until_it_can_be_read(
    scene: Scene, begun: Callable[[Scene], int]
) -> None:
    """It may have been closed by now."""
    number = begun(scene)
    key = "council/1" if begun is council else str(number)
    with spoiled(without("title"), thread=number):
        scene.say("cy", "yay", number)
        scene.say("ana", "/resolve", number)
        build(scene, "bo")
        attempt(scene)
        assert huts(scene) == ["bo"]
        assert scene.read(f"state/polls/{key}.yaml")["status"] == "open"
        scene.wait(PATIENCE)
        build(scene, "cy")
        attempt(scene)
        assert huts(scene) == ["bo", "cy"]
        attempt(scene)
        before = scene.island.store.main
        attempt(scene)
        assert scene.island.store.main == before  # it is not let go and held again
        assert scene.read(f"state/polls/{key}.yaml")["status"] == "open"
    settle(scene)
    scene.say("ana", "/resolve", number)
    settle(scene)
    assert scene.read(f"state/polls/{key}.yaml")["status"] == "adopted"
    assert scene.findings() == []


def test_what_became_of_it_meanwhile_is_read_before_it_is_let_go_however_long_ago_that_was(scene: Scene) -> None:
    number = voted(scene)
    with spoiled(without("title"), thread=number):
        scene.wait()
        scene.island.model.update_thread(scene.island.id("ana"), number, state="closed")
        attempt(scene)
        scene.wait(PATIENCE)
        build(scene, "bo")
        attempt(scene)
    scene.wait(PATIENCE)
    scene.say("ana", "/resolve", number)
    settle(scene)
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "withdrawn"
    assert scene.findings() == []


def test_nor_where_a_comment_in_it_cannot_be_read(scene: Scene) -> None:
    number = voted(scene)
    with spoiled(without("user"), comment=scene.say("bo", "nay", number)):
        scene.say("ana", "/resolve", number)
        with pytest.raises(ForgeError):
            scene.run()
        scene.wait(PATIENCE)
        build(scene, "cy")
        scene.run()
        assert huts(scene) == ["cy"]
        assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    settle(scene)
    scene.say("ana", "/resolve", number)
    settle(scene)
    assert [b["choice"] for b in scene.read(f"state/polls/{number}.yaml")["ballots"]] == ["yay", "yay", "yay", "nay"]
    assert scene.findings() == []


@pytest.mark.parametrize("key", ["id", "number", "updated_at"])
def test_where_it_cannot_even_be_named_nothing_is_known(scene: Scene, key: str) -> None:
    scene.wait()
    number = scene.island.model.open_thread(scene.island.id("zoe"), "hello", "/join").number
    with spoiled(without(key), thread=number), pytest.raises(Unreachable, match="GitHub's form"):
        scene.run()
