"""Several requests of one pass fail, each in its way, and again in the next one: what is there in the end is what would have been."""

from __future__ import annotations

import random

import pytest

from engine.referee.ports import ForgeError
from tests.edge.stage import Scene, Undisturbed, settle, told, without_doubles
from tests.github.faults import AFTER, ALTERED, ANSWERS, AROUND, BEFORE
from tests.shares import share

SLOW = ("timeout", "late_answer")
STRUCK = tuple(name for name in (*ANSWERS, *BEFORE, *AFTER, *ALTERED, *AROUND) if name not in SLOW)
MINUTES = 20  # longer than anything is waited for


@pytest.mark.parametrize("seed", share(range(300), 25))
def test_what_is_there_in_the_end_is_what_would_have_been(busy: Scene, undisturbed: Undisturbed, seed: int) -> None:
    scene, chance = busy.copied(), random.Random(seed)
    requests = sum(map(len, undisturbed.places.values()))
    for _ in range(chance.randint(1, 3)):
        for fault in chance.sample(STRUCK, chance.randint(1, 3)):
            scene.hub.faults.strike(fault, after=chance.randrange(requests))
        try:
            scene.run()
        except ForgeError as error:
            told(error)
        scene.hub.faults.waiting.clear()
    settle(scene)
    scene.wait(MINUTES * 60)
    settle(scene)
    found = scene.shown()
    assert found.files == undisturbed.shown.files
    assert without_doubles(found.threads) == undisturbed.shown.threads
    assert scene.findings() == []
