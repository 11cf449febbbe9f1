"""What is new costs in proportion: four times as much of anything that people can write takes about four times as long."""

from __future__ import annotations

import pytest

from tests import curves

# Between proportion (1) and its square (2). What grows with the square is at 1.6 by these sizes; what does not, below 1.2.
MOST = 1.45
SMALL, TIMES = 100, 4


@pytest.mark.parametrize("name", curves.CURVES)
def test_four_times_as_much_takes_about_four_times_as_long(name: str) -> None:
    """Where it seems to take longer it is measured again: other work on the machine only ever adds."""
    found = []
    for _ in range(4):
        small = min(curves.seconds(curves.CURVES[name](SMALL)) for _ in range(2))
        large = curves.seconds(curves.CURVES[name](SMALL * TIMES))
        found.append(curves.exponent(small, large, TIMES))
        if found[-1] < MOST:
            return
    pytest.fail(f"{name}: exponents {found}")
