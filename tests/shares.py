"""Long tables of cases: `make test` plays a share of each, `make test-all` the whole."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

import pytest

Case = TypeVar("Case")

WHOLE: Final = os.environ.get("NOMIC_TESTS") == "all"

only_whole = pytest.mark.skipif(not WHOLE, reason="`make test-all` runs it")


def tries(number: int) -> int:
    """How many examples a property is tried with."""
    return number if WHOLE else max(8, number * 3 // 10)


def share(cases: Sequence[Case], one_in: int) -> list[Case]:
    """Every so manieth case, the first among them."""
    return list(cases) if WHOLE else list(cases[::one_in])


def share_of_table(rows: Sequence[Sequence[Case]], one_in: int) -> list[Case]:
    """One in so many of each row and of each column, as far as their lengths allow: no row or column is left out."""
    return [
        case
        for number, row in enumerate(rows)
        for place, case in enumerate(row)
        if WHOLE or (number + place) % one_in == 0
    ]
