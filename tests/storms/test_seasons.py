"""Seasons under every fault there is: nothing is lost, nothing is doubled, nothing is made up, and each ends as it always did."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.store import canon
from tests.shares import WHOLE
from tests.storms.bless import ENDS, SEASONS
from tests.storms.faults import USUALLY
from tests.storms.laws import season

MANY = 20 if WHOLE else len(SEASONS)  # `make storm` plays as many as one likes
OTHERWISE = "it ends otherwise than blessed: see `python -m tests.storms.bless`, and `make bless` if that is meant"


@pytest.mark.parametrize("first", [0, MANY, 2 * MANY] if WHOLE else [0])
def test_seasons_end_with_nothing_lost_or_doubled_and_every_fault_has_struck(first: int) -> None:
    struck: Counter[str] = Counter()
    blessed = canon.read(ENDS.read_text())
    for seed in range(first, first + MANY):
        result = season(seed)
        struck.update(result.struck)
        assert result.findings == [], f"again: python -m tests.storms --even --seeds 1 --seed {seed}"
        if seed in SEASONS:
            assert {"season": seed, **result.ends} == {"season": seed, **blessed[str(seed)]}, OTHERWISE
    assert [name for name in USUALLY if not struck[name]] == []
