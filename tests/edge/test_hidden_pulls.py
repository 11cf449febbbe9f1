"""A pull request that GitHub answers with errors each time: nothing is decided about it, all else goes on, and it is taken up later."""

from __future__ import annotations

import pytest

from engine.referee.ports import Unreachable
from engine.referee.trouble import PATIENCE
from tests.begun import START
from tests.edge.stage import Scene, settle
from tests.github.hub import Hub
from tests.island import RULESET, texts
from tests.storms.island import Island

REPOSITORY = "/repos/owner/island"
BROKEN = ("server_error", "bad_gateway", "garbage", "forbidden")
REFUSED = ("forbidden", "invalid", "conflict")


DEADLINES = """---
rule: 115
title: Deadlines
history:
  - enacted: 115
on:
  opened: wind_up
---
What is open for an hour is over.

```starlark
def wind_up(poll):
    set_timer("due/" + poll["key"], now() + 3600, "ring", key = poll["key"])

def ring(key):
    if resolve(key) == "open":
        withdraw(key, "Its time is over.")
```
"""


def hide(scene: Scene, number: int, how: str = "server_error") -> None:
    scene.hub.faults.strike(how, 1_000, f"GET {REPOSITORY}/pulls/{number}")


def appear(scene: Scene) -> None:
    scene.hub.faults.waiting.clear()


def voted(scene: Scene) -> int:
    """A proposal with all the votes it needs, of which its author asks for the verdict."""
    number = scene.propose("ana", "alba")
    scene.run()
    for who in ("ana", "bo", "cy"):
        scene.say(who, "yay", number)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    return number


@pytest.mark.parametrize("how", BROKEN)
def test_one_that_cannot_be_shown_stops_nobody_and_is_told_so(scene: Scene, how: str) -> None:
    number = scene.propose("ana", "alba")
    hide(scene, number, how)
    scene.say("cy", "/build")
    scene.run()
    assert scene.answers(number) == []
    scene.wait(PATIENCE)
    scene.say("bo", "/build")
    scene.run()
    assert sorted(scene.read("state/huts.yaml")) == ["bo", "cy"]
    assert "could not be had" in "\n".join(scene.answers(number))
    appear(scene)
    scene.say("ana", "/open", number)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert scene.findings() == []


def test_what_was_said_before_in_other_threads_does_not_wait_for_it(scene: Scene) -> None:
    scene.say("cy", "/build")
    number = scene.propose("ana", "alba")
    hide(scene, number)
    scene.run()
    assert scene.read("state/huts.yaml") == {"cy": {"size": 1}}
    appear(scene)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"


def test_one_that_is_voted_on_is_not_decided_until_it_can_be_shown(scene: Scene) -> None:
    number = voted(scene)
    hide(scene, number)
    scene.say("ana", "/resolve", number)
    scene.wait(PATIENCE)
    scene.say("cy", "/build")
    scene.run()
    poll = scene.read(f"state/polls/{number}.yaml")
    assert (poll["status"], len(poll["ballots"])) == ("open", 3)
    assert scene.read("state/huts.yaml") == {"cy": {"size": 1}}
    assert f"cannot show all of #{number}" in "\n".join(scene.answers(number))
    settle(scene)
    appear(scene)
    scene.say("ana", "/resolve", number)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert scene.read(f"state/threads/{number}.yaml")["unread"] is None
    assert scene.findings() == []


@pytest.mark.parametrize("how", REFUSED)
def test_nor_is_one_that_github_refuses_to_show(scene: Scene, how: str) -> None:
    """It may be that it is to be merged elsewhere by now."""
    number = voted(scene)
    scene.island.model.retarget(scene.island.id("ana"), number, "elsewhere")
    hide(scene, number, how)
    scene.say("ana", "/resolve", number)
    with pytest.raises(Unreachable):
        scene.run()
    scene.wait(PATIENCE)
    scene.say("cy", "/build")
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert scene.read("state/huts.yaml") == {"cy": {"size": 1}}
    appear(scene)
    settle(scene)
    scene.say("ana", "/resolve", number)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "withdrawn"
    assert scene.findings() == []


@pytest.mark.parametrize("how", ["server_error", "forbidden"])
def test_operators_are_told_of_it_in_each_pass_until_it_can_be_shown(scene: Scene, how: str) -> None:
    number = scene.propose("ana", "alba")
    hide(scene, number, how)
    for _ in range(2):
        told = [note for note in scene.run().held if note.startswith(f"#{number}: GET pulls/{number}: GitHub answered")]
        assert len(told) == 1
        assert ("pull-requests: read" in told[0]) == (how == "forbidden")
    appear(scene)
    assert scene.run().held == []
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"


def test_what_two_of_them_hide_holds_no_third(scene: Scene) -> None:
    numbers = [scene.propose(who, name) for who, name in (("ana", "alba"), ("bo", "ballad"), ("cy", "canto"))]
    for number in numbers[:2]:
        hide(scene, number, "forbidden")
    scene.wait(PATIENCE)
    scene.run()
    assert [f"state/polls/{number}.yaml" in scene.island.files() for number in numbers] == [False, False, True]
    appear(scene)
    for number, who in zip(numbers, ("ana", "bo"), strict=False):
        scene.say(who, "/open", number)
    scene.run()
    assert [scene.read(f"state/polls/{number}.yaml")["status"] for number in numbers] == ["open"] * 3
    assert scene.findings() == []


def test_for_a_quarter_of_an_hour_its_verdict_is_waited_for_as_before(scene: Scene) -> None:
    number = voted(scene)
    hide(scene, number)
    scene.say("ana", "/resolve", number)
    with pytest.raises(Unreachable):
        scene.run()
    appear(scene)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "adopted"


def test_a_vote_said_while_it_is_held_counts(scene: Scene) -> None:
    number = scene.propose("ana", "alba")
    scene.run()
    for who in ("ana", "bo"):
        scene.say(who, "yay", number)
    hide(scene, number)
    scene.say("ana", "/resolve", number)
    scene.wait(PATIENCE)
    scene.run()
    scene.say("cy", "yay", number)
    scene.run()
    assert len(scene.read(f"state/polls/{number}.yaml")["ballots"]) == 3


def test_new_commits_nobody_can_look_at_keep_it_from_being_decided(scene: Scene) -> None:
    number = voted(scene)
    song = "---\nrule: next\ntitle: alba\nby_hand: true\n---\nWe sing otherwise.\n"
    scene.wait()
    scene.island.push("ana", number, {"rules/island/200-alba.md": song})
    hide(scene, number)
    scene.say("cy", "/build")
    scene.run()
    assert scene.read("state/huts.yaml") == {"cy": {"size": 1}}
    assert scene.read(f"state/threads/{number}.yaml")["unread"]
    appear(scene)
    scene.run()
    poll = scene.read(f"state/polls/{number}.yaml")
    assert (poll["status"], [b["deleted"] for b in poll["ballots"]]) != ("adopted", [])
    assert scene.read(f"state/threads/{number}.yaml")["unread"] is None
    assert scene.findings() == []


def test_where_nothing_answers_the_pass_ends(scene: Scene) -> None:
    number = voted(scene)
    scene.say("ana", "/resolve", number)
    scene.wait(PATIENCE)
    hide(scene, number)
    scene.hub.faults.strike("server_error", 1_000, "GET", after=2)  # the two lists
    before = scene.island.store.main
    with pytest.raises(Unreachable):
        scene.run()
    assert scene.island.store.main == before


def test_one_that_is_due_while_it_cannot_be_shown_waits(hub: Hub) -> None:
    law = {**texts(), "rules/island/115-deadlines.md": DEADLINES}
    scene = Scene(hub, Island(law, RULESET, START))
    for who in ("ana", "bo", "cy"):
        scene.say(who, "/join")
    number = scene.propose("ana", "alba")
    scene.run()
    for who in ("ana", "bo", "cy"):
        scene.say(who, "yay", number)
    scene.run()
    scene.wait(3_600)
    hide(scene, number)
    scene.say("cy", "/build")
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert scene.read("state/huts.yaml") == {"cy": {"size": 1}}
    appear(scene)
    scene.run()
    scene.wait(120)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert scene.findings() == []
