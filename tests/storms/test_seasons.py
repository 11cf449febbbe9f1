"""Sixty seasons under every fault there is: nothing is lost, nothing is doubled, nothing is made up."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.storms.faults import USUALLY
from tests.storms.laws import season

SEEDS = 60  # `make storm` plays as many as one likes
CHUNK = 20


@pytest.mark.parametrize("first", range(0, SEEDS, CHUNK))
def test_seasons_end_with_nothing_lost_or_doubled_and_every_fault_has_struck(first: int) -> None:
    struck: Counter[str] = Counter()
    for seed in range(first, first + CHUNK):
        result = season(seed)
        struck.update(result.struck)
        assert result.findings == [], f"again: python -m tests.storms --even --seeds 1 --seed {seed}"
    assert [name for name in USUALLY if not struck[name]] == []
