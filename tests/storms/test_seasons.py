"""Two hundred seasons under every fault there is: nothing is lost, nothing is doubled, nothing is made up."""

from __future__ import annotations

import pytest

from engine.storm.season import Choice
from tests.storms.laws import play, season

SEEDS = 40
CHUNK = 5


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_seasons_end_with_nothing_lost_or_doubled(first: int) -> None:
    for seed in range(first, first + CHUNK):
        result = season(seed)
        assert result.findings == [], f"again: nomic storm --seeds 1 --seed {seed}"


def test_one_seed_makes_one_season() -> None:
    assert play(Choice(3, weeks=3)) == play(Choice(3, weeks=3))
