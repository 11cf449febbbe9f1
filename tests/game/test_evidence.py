from __future__ import annotations

import pytest

from engine.game.examples import evidence
from engine.game.words.registry import new_host
from engine.game.world.world import World
from tests.begun import begun
from tests.island import rule, texts

NEWCOMER = "landing: a newcomer has five shells"


def world() -> World:
    law = texts()
    return World(begun(law, name="I", start=0), new_host())


def test_a_new_price_breaks_the_old_example_and_only_that() -> None:
    law = texts()
    path = "rules/island/101-landing.md"
    changed = {**law, path: law[path].replace("first_shells: 5", "first_shells: 6")}
    assert evidence.of_change(world(), changed) == {"broken": [NEWCOMER], "altered": []}


def test_an_example_rewritten_with_the_rule_is_altered_and_holds() -> None:
    law = texts()
    path = "rules/island/101-landing.md"
    text = law[path].replace("first_shells: 5", "first_shells: 6").replace("{shells: 5,", "{shells: 6,")
    assert evidence.of_change(world(), {**law, path: text}) == {"broken": [], "altered": [NEWCOMER]}


class Clock:
    """Each time somebody asks, a second has passed."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def flood(cases: int, steps: int) -> dict[str, str]:
    step = "  - {by: ana, says: hello, ignored: true}\n"
    examples = "".join(f"\n```example\nname: case {n}\nwhen:\n{step * steps}```\n" for n in range(cases))
    return {**texts(), "rules/island/050-flood.md": rule(50, "Flood", prose="Text.") + examples}


def test_examples_without_end_are_told_as_not_played() -> None:
    clock = Clock()
    found = evidence.of_change(world(), flood(30, 10), evidence.Patience(clock, 400.0))
    assert found["broken"] == []
    assert found["altered"] == sorted(f"flood: case {n}" for n in range(30))
    assert 0 < len(found["unplayed"]) < 30
    assert set(found["unplayed"]) < set(found["altered"]), "the law's own are played first"
    assert clock.now < 210


def test_time_ends_within_an_example_as_well() -> None:
    clock = Clock()
    found = evidence.of_change(world(), flood(1, 400), evidence.Patience(clock, 400.0))
    assert (found["broken"], found["unplayed"]) == ([], ["flood: case 0"])
    assert clock.now < 210


def test_proposals_of_one_fold_share_the_time_and_none_finds_it_used_up_by_one() -> None:
    patience = evidence.Patience(Clock(), 1_000.0)
    left = []
    for _ in range(3):
        evidence.of_change(world(), flood(400, 3), patience)
        left.append(patience.left)
    assert 1_000 > left[0] > left[1] > left[2] > 100
    held = evidence.of_change(world(), texts(), evidence.Patience(Clock(), 1_000.0))
    assert held == {"broken": [], "altered": []}


def test_what_did_not_hold_before_is_not_told_as_broken_where_there_was_no_time_to_find_out() -> None:
    law = texts()
    path = "rules/island/101-landing.md"
    changed = {**law, path: law[path].replace("first_shells: 5", "first_shells: 6")}
    turns = iter(range(1_000_000))
    evidence.of_change(world(), changed, evidence.Patience(lambda: float(next(turns)), 10.0**9))
    most = 2.0 * (next(turns) - 4)  # a little less than it took
    found = evidence.of_change(world(), changed, evidence.Patience(Clock(), most))
    assert found == {"broken": [], "altered": [], "unplayed": [NEWCOMER]}


def test_examples_that_there_is_no_room_for_are_told_as_not_played_and_not_as_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A rule that does something each hour makes each case with a week in it take 168 happenings."""
    monkeypatch.setattr(evidence, "MOST_HAPPENINGS", 100)
    here = World(begun(flood(4, 10), name="I", start=0), new_host())
    path = "rules/island/050-flood.md"
    found = evidence.of_change(here, {**here.law.texts, path: here.law.texts[path].replace("Text.", "Other text.")})
    assert (found["broken"], found["altered"]) == ([], [])
    assert {name.split(":")[0] for name in found["unplayed"]} == {"councils", "dives"}


def test_an_example_that_takes_too_much_alone_leaves_the_others_their_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "MOST_OF_A_CASE", 20)
    law, path = flood(1, 40), "rules/island/101-landing.md"
    changed = {**law, path: law[path].replace("first_shells: 5", "first_shells: 6")}
    found = evidence.of_change(World(begun(law, name="I", start=0), new_host()), changed)
    assert found == {"broken": [NEWCOMER], "altered": [], "unplayed": ["flood: case 0"]}


class Fuse:
    """Whether it burns."""

    burns = False

    def light(self) -> None:
        self.burns = True

    def quench(self) -> None:
        self.burns = False

    def grant(self) -> None:
        pass


def test_the_fuse_burns_on_for_the_rule_that_had_the_examples_played() -> None:
    here, fuse = world(), Fuse()
    here.host.fuse = fuse
    with here.host.burning("proposals", "open_it"):
        evidence.of_change(here, flood(2, 3))
        assert fuse.burns
    assert not fuse.burns
    evidence.of_change(here, flood(2, 3))
    assert not fuse.burns


def test_each_happening_of_an_example_has_the_time_that_one_of_the_game_has() -> None:
    """A case may take many: with one fuse for all of them, a slow machine would blame the rule that ran as it burnt out."""
    heard: list[tuple[str, str, int]] = []
    here = world()
    here.host.watch = lambda *call: heard.append(call)
    evidence.of_change(here, texts())
    before = heard.count(("", "", 0))
    evidence.of_change(here, flood(2, 30))
    assert heard.count(("", "", 0)) - 2 * before >= 2 * 30
