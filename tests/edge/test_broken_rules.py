"""A rule that fails whenever a poll is resolved: what needs it waits, the game goes on, and all together can repeal it."""

from __future__ import annotations

from tests.edge.stage import Scene, settle
from tests.island import rule

BLOCKER = "rules/island/200-blocker.md"
BLOCKED = "rules/island/108-blocker.md"  # as it stands once it is law


def adopted(scene: Scene) -> None:
    text = rule(
        200, "Blocker", front="forbids:\n  resolve: never\n", code='def never(player, poll):\n    return {}["no"]\n'
    )
    number = scene.propose("ana", "Blocker", BLOCKER, text.replace("rule: 200", "rule: next"))
    votes(scene, number, "ana", "bo", "cy")
    assert BLOCKED in scene.island.files()


def votes(scene: Scene, number: int, *voters: str) -> None:
    """They vote yay, and the author asks for the verdict."""
    for voter in voters:
        scene.say(voter, "yay", number)
    scene.say("ana", "/resolve", number)
    scene.run()
    settle(scene)


def repeal(scene: Scene) -> int:
    scene.wait()
    number = scene.island.propose("ana", "Away with it", {BLOCKED: None})
    scene.say("ana", "/open", number)
    scene.run()
    return number


def test_what_needs_a_broken_rule_waits_and_says_why_and_the_rest_goes_on(scene: Scene) -> None:
    adopted(scene)
    number = scene.propose("ana", "alba")
    votes(scene, number, "ana", "bo", "cy")
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert any("Blocker" in answer and "failed" in answer for answer in scene.answers(number))
    scene.say("bo", "/build")
    scene.run()
    assert scene.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert scene.findings() == []


def test_its_own_repeal_is_not_blocked_when_all_want_it(scene: Scene) -> None:
    adopted(scene)
    number = repeal(scene)
    votes(scene, number, "ana", "bo", "cy")
    scene.say("ana", "/resolve", number)  # the first time it was not known yet that the rule fails
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert BLOCKED not in scene.island.files()
    assert scene.findings() == []


def test_but_a_majority_is_not_all(scene: Scene) -> None:
    adopted(scene)
    number = repeal(scene)
    votes(scene, number, "ana", "bo")
    scene.say("ana", "/resolve", number)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert BLOCKED in scene.island.files()


def test_a_rule_broken_by_hand_is_mended_by_hand_and_everything_goes_on(scene: Scene) -> None:
    island = scene.island
    whole = island.files()["rules/island/105-huts.md"]
    island.commit_by_hand({"rules/island/105-huts.md": whole.replace("def build", "def bui1d")})
    scene.say("ana", "/build")
    scene.run()
    assert any("105" in answer or "Huts" in answer for answer in scene.answers())
    island.commit_by_hand({"rules/island/105-huts.md": whole})
    scene.say("ana", "/build")
    scene.run()
    settle(scene)
    assert scene.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert scene.findings() == []
