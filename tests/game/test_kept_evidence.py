"""Examples are played once for a law and what is to become of it, and anew as soon as either is another."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.examples import evidence, kept_evidence
from engine.game.examples.kept_evidence import Found, KeptEvidence
from engine.game.words.registry import new_host
from engine.game.world.world import World
from tests.begun import begun
from tests.game.test_evidence import Clock, flood, world
from tests.island import texts

PATH = "rules/island/101-landing.md"
SHELLS = [texts()[PATH].replace("first_shells: 5", f"first_shells: {n}") for n in (5, 6)]
CHANGES = [*({**texts(), PATH: text} for text in SHELLS), {p: t for p, t in texts().items() if p != PATH}]


class Player:
    """Plays the examples as the game does, and counts how often."""

    def __init__(self, patience: evidence.Patience | None = None) -> None:
        self.patience, self.times = patience, 0

    def __call__(self, world: World, texts: Mapping[str, str]) -> Found:
        self.times += 1
        return evidence.of_change(world, texts, self.patience)


def test_the_same_change_to_the_same_law_is_played_once_and_what_it_came_to_is_handed_on() -> None:
    player, handed = Player(), dict[str, Found]()
    kept = KeptEvidence({}, player, handed.__setitem__)
    first = kept(world(), CHANGES[1])
    first["broken"].append("whoever reads it may write in it")
    again = kept(world(), CHANGES[1])
    assert (player.times, list(handed.values())) == (1, [again])
    assert again == evidence.of_change(world(), CHANGES[1])
    later = Player()
    assert KeptEvidence(handed, later, handed.__setitem__)(world(), CHANGES[1]) == again
    assert later.times == 0, "another fold plays none"


def test_each_change_is_told_what_belongs_to_it_whichever_came_before() -> None:
    here, kept = world(), KeptEvidence({}, evidence.of_change, lambda key, found: None)
    told = [evidence.of_change(here, change) for change in CHANGES]
    assert len({str(found) for found in told}) == len(CHANGES), "or it would not be seen which is told"
    assert [kept(here, change) for change in CHANGES] == told
    assert [kept(here, change) for change in reversed(CHANGES)] == told[::-1]


def test_under_another_law_the_same_change_is_played_anew() -> None:
    other = World(begun(CHANGES[1], name="I", start=0), new_host())
    keys = {kept_evidence.key_of(each, change) for each in (world(), other) for change in CHANGES}
    assert len(keys) == 2 * len(CHANGES)


def test_what_there_was_no_time_for_is_played_again() -> None:
    player, handed = Player(evidence.Patience(Clock(), 400.0)), dict[str, Found]()
    kept = KeptEvidence({}, player, handed.__setitem__)
    assert all("unplayed" in kept(world(), flood(30, 10)) for _ in range(2))
    assert (player.times, handed) == (2, {})


def test_of_more_than_are_kept_the_newest_remain() -> None:
    known = dict[str, Found]()
    for n in range(5):
        kept_evidence.remember(known, str(n), {"broken": [str(n)], "altered": []}, most=3)
    assert list(known) == ["2", "3", "4"]
