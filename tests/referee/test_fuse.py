"""How long the fuse of rule code is: long enough on a small computer, and on one that has other work, and no longer for ever."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.words.registry import new_host
from engine.referee import limits
from engine.template import shipped
from tests.pace import slowness

Pace = Callable[[float], limits.Fuse]
SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"


@pytest.fixture
def at_pace(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pace]:
    def set_to(seconds: float) -> limits.Fuse:
        monkeypatch.setattr(limits, "_yardstick", lambda: seconds)
        limits.slowness.cache_clear()
        return limits.Fuse(100_000)

    yield set_to
    limits.slowness.cache_clear()


@pytest.mark.parametrize(("times", "longer"), [(0.5, 1.0), (1.0, 1.0), (3.0, 3.0), (100.0, limits.SLOWEST)])
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
