"""One hub for all, and a scene in which one pass has everything to do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.begun import START, Clock
from tests.edge.stage import Scene, Undisturbed, form, settle
from tests.github.hub import Hub
from tests.island import RULESET, texts
from tests.storms.island import Island


@pytest.fixture(scope="session")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    with Hub(tmp_path_factory.mktemp("hub"), "owner", "island", Clock(START)) as served:
        served.patience = 1.0
        yield served


@pytest.fixture(scope="session")
def landed(hub: Hub) -> Scene:
    """Three players have landed; cy is a collaborator."""
    scene = Scene(hub, Island(texts(), RULESET, START))
    scene.island.model.roles[scene.island.id("cy")] = "triage"
    for who in ("ana", "bo", "cy"):
        scene.say(who, "/join")
    scene.run()
    return scene


@pytest.fixture
def scene(landed: Scene) -> Scene:
    return landed.copied()


@pytest.fixture(scope="session")
def busy(landed: Scene) -> Scene:
    """One pass is to read, judge and answer nearly everything there is."""
    scene = landed.copied()
    adopted, rejected = scene.propose("ana", "alba"), scene.propose("bo", "ballad")
    program = scene.propose("cy", "canto", "engine/new.py", "x = 1\n")
    scene.say("ana", "/council Shall we dance?")
    for _ in range(2):
        scene.say("bo", "/build")
    scene.run()
    council = max(scene.island.model.threads)
    for who in ("ana", "bo"):
        scene.say(who, "yay", adopted)
        scene.say(who, "nay", rejected)
        scene.say(who, "yay", council)
        scene.say(who, "yay", program)
    scene.run()
    scene.run()
    scene.say("cy", "yay", council)
    scene.say("ana", "/resolve", adopted)
    scene.say("bo", "/resolve", rejected)
    scene.say("bo", "/build")
    scene.say("cy", "/give 100 shells to bo")
    scene.say("cy", "/council Shall we sing?")
    scene.say("bo", "/resolve", program)
    scene.propose("ana", "dirge")
    scene.say("di", "/join")  # four are to vote now, and two are no quorum any more
    return scene


@pytest.fixture(scope="session")
def undisturbed(busy: Scene) -> Undisturbed:
    scene = busy.copied()
    before = scene.island.store.main
    scene.run()
    after, asked = scene.island.store.main, [form(request) for request in scene.hub.requests]
    settle(scene)
    places = {name: [place for place, each in enumerate(asked) if each == name] for name in asked}
    return Undisturbed(before, after, scene.shown(), places)
