"""How long the fuse of rule code is: long enough on a small computer, and on one that has other work, and no longer for ever."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.words.registry import new_host
from engine.referee.judging import limits
from engine.template import shipped
from tests.pace import slowness

Pace = Callable[[float], limits.ProcessFuse]
SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"


@pytest.fixture
def at_pace(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pace]:
    def set_to(seconds: float) -> limits.ProcessFuse:
        monkeypatch.setattr(limits, "_yardstick", lambda: seconds)
        limits.slowness.cache_clear()
        return limits.ProcessFuse(100_000)

    yield set_to
    limits.slowness.cache_clear()


@pytest.mark.parametrize(("times", "longer"), [(0.5, 1.0), (1.0, 1.0), (3.0, 3.0), (7.5, 7.5), (100.0, 8.0)])
def test_on_a_slower_machine_the_fuse_is_longer_and_on_a_quicker_one_no_shorter(
    at_pace: Pace, times: float, longer: float
) -> None:
    fuse = at_pace(limits.YARD * times)
    assert fuse.whole == pytest.approx((limits.SECONDS + limits.SECONDS_A_BYTE * 100_000) * longer)
    assert fuse.most == pytest.approx((limits.MOST_SECONDS + limits.WORDS_A_BYTE * 100_000) * longer)


class Burnt:
    """A fuse that only tells how much of it would have burnt."""

    seconds = begun = 0.0

    def light(self) -> None:
        self.begun = time.process_time()

    def quench(self) -> None:
        self.seconds += time.process_time() - self.begun

    def grant(self) -> None:
        """It is of no length."""


@pytest.mark.parametrize("ruleset", ["assembly", "frontier", "credo"])
def test_to_open_a_proposal_in_a_new_process_burns_a_third_of_the_fuse_at_most(ruleset: str) -> None:
    law = shipped.law(ruleset)
    burnt, host = Burnt(), new_host()
    host.fuse = burnt
    stage = Stage({"scene": "three"}, law, ruleset, host)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 Fresh", "changes": {"900-fresh.md": SONG}}})
    assert stage.step({"by": "ana", "says": "/open", "on": 12}) is None
    whole = limits.SECONDS + limits.SECONDS_A_BYTE * sum(map(len, law.values()))
    assert 3 * burnt.seconds < whole * slowness()


def test_words_are_granted_time_by_the_dozen_until_there_is_enough(
    at_pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the clock is set to is added up here, where nothing burns."""
    clock = [0.0]

    def set_to(_: int, seconds: float) -> tuple[float, float]:
        before, clock[0] = clock[0], seconds
        return before, 0.0

    monkeypatch.setattr(limits.signal, "setitimer", set_to)
    monkeypatch.setattr(limits.signal, "getitimer", lambda _: (clock[0], 0.0))
    fuse = at_pace(limits.YARD)
    fuse.light()
    granted = []
    for _ in range(64 * 40):
        fuse.grant()
        granted.append(clock[0] - fuse.whole)
    assert granted[62] == 0 and granted[63] == granted[126] == pytest.approx(64 * limits.SECONDS_A_WORD)
    assert granted[127] == pytest.approx(128 * limits.SECONDS_A_WORD)
    assert fuse.most <= granted[-1] < fuse.most + 64 * limits.SECONDS_A_WORD


@pytest.mark.parametrize(("burnt", "left"), [(0.0, 0.001), (0.0005, 0.001), (0.5, 0.5)])
def test_a_fuse_that_is_all_but_burnt_is_not_one_without_end(
    at_pace: Pace, monkeypatch: pytest.MonkeyPatch, burnt: float, left: float
) -> None:
    """A timer set to no time at all would never ring."""
    monkeypatch.setattr(limits.signal, "setitimer", lambda *_: (burnt, 0.0))
    fuse = at_pace(limits.YARD)
    fuse.quench()
    assert fuse.left == left and not fuse.burning


def test_the_quickest_of_three_tries_tells_how_slow_a_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = iter([4 * limits.YARD, 3 * limits.YARD, 2 * limits.YARD, 1.5 * limits.YARD])
    monkeypatch.setattr(limits, "_yardstick", lambda: next(tries))
    limits.slowness.cache_clear()
    assert limits.slowness() == pytest.approx(2.0)
    limits.slowness.cache_clear()


@pytest.mark.parametrize("known", [resource.RLIM_INFINITY, 4_000_000_000], ids=["unbounded", "bounded"])
def test_memory_is_bounded_for_the_law_now_and_for_good_by_the_largest_job(
    monkeypatch: pytest.MonkeyPatch, known: int
) -> None:
    """What is bounded for good is bounded higher: without any privileges the bounds of the job could not be set then."""
    most, bounds = 200_000_000, list[tuple[int, int]]()
    monkeypatch.setattr(limits, "in_use", lambda: 1_000)
    monkeypatch.setattr(limits, "_forbid", lambda: None)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (known, known))
    monkeypatch.setattr(resource, "setrlimit", lambda _, found: bounds.append(found))
    limits.expect(most)
    whole = 1_000 + limits.MEMORY + limits.MEMORY_A_BYTE * most
    assert limits.LOADING < 4_000_000_000 < whole
    assert bounds == [(1_000 + limits.LOADING, whole if known == resource.RLIM_INFINITY else known)]
