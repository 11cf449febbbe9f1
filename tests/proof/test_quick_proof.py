"""A proof is quick: ten thousand happenings within thirty seconds. `make bench` proves so many; here are some hundreds."""

from __future__ import annotations

from pathlib import Path

from engine.forge.repository import GitRepository
from engine.referee.verify import verify
from tests.bench import START, world
from tests.pace import of_all, within
from tests.proof.long_games import season


def test_happenings_are_proved_at_the_pace_of_ten_thousand_in_half_a_minute(tmp_path: Path) -> None:
    """A season of Credo with farms bought, people sent to work, points given and words without consequence."""
    bare = season(tmp_path, world(10), START, 400, 10)
    with GitRepository(str(bare), tmp_path / "proof") as repository:
        proof = within(400 * 30 / 10_000, lambda: verify(repository), of_all)
    assert proof.findings == []
    assert proof.replayed >= 400
