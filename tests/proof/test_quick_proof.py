"""A proof is quick: ten thousand happenings within thirty seconds. `make bench` proves so many; here are some hundreds."""

from __future__ import annotations

import os
from pathlib import Path

from engine.forge.repository import GitRepository
from engine.referee.verify import verify
from tests.bench import START, world
from tests.pace import slowness
from tests.proof.long_games import season


def seconds_of_work() -> float:
    """Processor seconds of this process and of git: a busy machine does not distort them."""
    return sum(os.times()[:4])


def test_happenings_are_proved_at_the_pace_of_ten_thousand_in_half_a_minute(tmp_path: Path) -> None:
    """A season of Credo with farms bought, people sent to work, points given and words without consequence."""
    bare = season(tmp_path, world(10), START, 400, 10)
    with GitRepository(str(bare), tmp_path / "proof") as repository:
        before = seconds_of_work()
        proof = verify(repository)
        taken = seconds_of_work() - before
    assert proof.findings == []
    assert proof.replayed >= 400
    assert taken < proof.replayed * 30 / 10_000 * slowness()
