"""What a pass may cost: real requests to the hub's REST interface, counted, in a game of Credo with eight players."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.begun import START
from tests.edge.stage import Scene, form, settle
from tests.github.hub import Hub
from tests.rulesets.texts import TEXTS
from tests.storms.island import Island

LAW = {path: text for path, text in TEXTS.items() if path.startswith(("rules/credo/", "rules/library/"))}
SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
POLL = 2
IDLE, VOTE = 3, 6
# A verdict is never given on a part of the votes: its whole thread is read, and where the pull request is to be merged. And
# it is told in an answer and, as it changes the law, on the table. It is given once for each proposal.
VERDICT = 10


@pytest.fixture(scope="module")
def credo(hub: Hub) -> Scene:
    """A proposal is open; zed is no player."""
    scene = Scene(hub, Island(LAW, "credo", START))
    for n in range(8):
        scene.say(f"p{n}", f"/join village{n}")
    scene.run()
    assert scene.propose("p0", "352 Songs", "rules/credo/352-songs.md", SONG) == POLL
    settle(scene)
    return scene


def asked(scene: Scene) -> list[str]:
    """The requests of one pass, which leaves nothing to the next."""
    scene.hub.requests.clear()
    scene.run()
    requests = [form(request) for request in scene.hub.requests]
    scene.hub.requests.clear()
    scene.run()
    assert all(request.startswith("GET") for request in scene.hub.requests)
    assert len(scene.hub.requests) <= IDLE
    return requests


def voted(scene: Scene, *votes: str) -> int:
    """One pass for each vote, from p0 on; returns the last one's comment."""
    comment = 0
    for n, vote in enumerate(votes):
        comment = scene.say(f"p{n}", vote, POLL)
        scene.run()
    return comment


def first(scene: Scene) -> None:
    scene.say("p0", "yay", POLL)


def second(scene: Scene) -> None:
    voted(scene, "yay")
    scene.say("p1", "yay", POLL)


def tie(scene: Scene) -> None:
    voted(scene, "yay")
    scene.say("p1", "nay", POLL)


def change(scene: Scene) -> None:
    voted(scene, "yay", "nay")
    scene.say("p1", "yay", POLL)


def quorum(scene: Scene) -> None:
    """Five of eight; they earn points, of which an answer tells."""
    voted(scene, "yay", "yay", "nay", "nay")
    scene.say("p4", "yay", POLL)


def after_the_quorum(scene: Scene) -> None:
    voted(scene, "yay", "yay", "yay", "yay", "yay")
    scene.say("p5", "nay", POLL)


def stranger(scene: Scene) -> None:
    scene.say("zed", "yay", POLL)


def edited(scene: Scene) -> None:
    comment = voted(scene, "yay", "nay")
    scene.wait()
    scene.island.model.edit_comment(scene.island.id("p1"), comment, "yay")


@pytest.mark.parametrize("vote", [first, second, tie, change, quorum, after_the_quorum, stranger, edited])
def test_one_vote_costs_at_most_six_requests(credo: Scene, vote: Callable[[Scene], None]) -> None:
    scene = credo.copied()
    vote(scene)
    requests = asked(scene)
    assert "PATCH issues/comments/N" in requests  # the status comment shows it
    assert len(requests) <= VOTE, requests


def test_one_vote_costs_as_much_while_others_are_open_that_are_counted_by_it(credo: Scene) -> None:
    """Who takes a vote back on the lower of two loses the one on the higher: that alone is written there."""
    scene = credo.copied()
    higher = scene.propose("p1", "353 Hymns", "rules/credo/353-hymns.md", SONG)
    settle(scene)
    voted(scene, "yay", "yay")
    scene.say("p0", "yay", higher)
    scene.run()
    scene.say("p2", "nay", POLL)
    assert len(asked(scene)) <= VOTE


def test_a_deleted_vote_costs_at_most_six_requests(credo: Scene) -> None:
    scene = credo.copied()
    comment = voted(scene, "yay", "nay")
    scene.wait()
    trace = scene.island.forge.trace(comment, scene.island.id("p1"))
    scene.island.model.delete_comment(scene.island.id("p1"), comment)
    scene.hub.requests.clear()
    scene.run(deleted=trace)
    assert scene.island.model.thread(POLL).labels == ["open for voting", "passing"]
    assert len(scene.hub.requests) <= VOTE


def test_the_vote_that_reaches_the_quorum_is_answered_and_labelled(credo: Scene) -> None:
    scene = credo.copied()
    quorum(scene)
    asked(scene)
    assert any("p4 earns" in answer for answer in scene.answers(POLL))
    assert "has quorum" in scene.island.model.thread(POLL).labels


def test_an_idle_pass_costs_at_most_three_requests(credo: Scene) -> None:
    scene = credo.copied()
    for _ in range(3):
        scene.hub.requests.clear()
        assert scene.run().commits == []
        assert len(scene.hub.requests) <= IDLE


def test_a_verdict_costs_ten_requests(credo: Scene) -> None:
    scene = credo.copied()
    voted(scene, *["yay"] * 8)
    scene.say("p0", "/resolve", POLL)
    assert len(asked(scene)) == VERDICT
    assert "adopted" in scene.island.model.thread(POLL).labels


def test_ten_proposals_with_three_hundred_comments_each_are_read_within_their_share_of_four_hundred(
    credo: Scene,
) -> None:
    """100 proposals may cost 400, which `make bench` measures. What is read once is judged once, and not read again."""
    scene = credo.copied()
    for n in range(353, 362):
        scene.propose("p1", f"{n} Hymn", f"rules/credo/{n}-hymn{n}.md", SONG)
    settle(scene)
    for n in range(300):
        for thread in range(POLL, POLL + 10):
            scene.island.say(f"p{n % 8}", thread, f"a thought, the {n}th")
        scene.wait(5)
    scene.hub.requests.clear()
    scene.run()
    assert len([r for r in scene.hub.requests if r.startswith("GET")]) <= 40
