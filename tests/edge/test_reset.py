"""`main` set back by hand to an earlier commit: what the comments still show is judged anew, to the same end."""

from __future__ import annotations

import pytest

from tests.edge.stage import Scene, settle


@pytest.mark.parametrize("days", [0, 1])
def test_what_was_said_since_is_judged_again_and_answered_once(scene: Scene, days: int) -> None:
    settle(scene)
    old = scene.island.store.main
    for who in ("ana", "bo"):
        scene.say(who, "/build")
        settle(scene)
        scene.wait(days * 86_400)
    before = scene.shown()
    scene.island.store.main = old
    settle(scene)
    assert scene.read("state/huts.yaml") == {"ana": {"size": 1}, "bo": {"size": 1}}
    assert scene.shown() == before
    assert scene.findings() == []
