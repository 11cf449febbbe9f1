"""Seasons under every fault there is: nothing is lost, nothing is doubled, nothing is made up."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.shares import WHOLE
from tests.storms.faults import USUALLY
from tests.storms.laws import season

SEASONS = 20 if WHOLE else 8  # `make storm` plays as many as one likes


@pytest.mark.parametrize("first", [0, SEASONS, 2 * SEASONS] if WHOLE else [0])
def test_seasons_end_with_nothing_lost_or_doubled_and_every_fault_has_struck(first: int) -> None:
    struck: Counter[str] = Counter()
    for seed in range(first, first + SEASONS):
        result = season(seed)
        struck.update(result.struck)
        assert result.findings == [], f"again: python -m tests.storms --even --seeds 1 --seed {seed}"
    assert [name for name in USUALLY if not struck[name]] == []
