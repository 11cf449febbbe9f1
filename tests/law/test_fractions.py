"""Fractions in rule code: what comes out as in Python, and what the reference says does not."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.law.documents.profile import tree
from tests.law.plainly import starlarks
from tests.shares import tries

NEAR = [0.0, -0.0, 0.1, 0.5, 1.0, 1.5, -2.5, 1 / 3, 2.0**53, 1e16, 1e22, 1e-7, -7.3]
FRACTIONS = st.one_of(st.sampled_from(NEAR), st.floats(-1e20, 1e20))
TWO: dict[str, Callable[[float, float], object]] = {
    "a + b": operator.add,
    "a - b": operator.sub,
    "a * b": operator.mul,
    "a / b": operator.truediv,
    "a < b": operator.lt,
    "a <= b": operator.le,
    "a == b": operator.eq,
    "max(a, b)": max,
    "min(a, b)": min,
    "-a": lambda a, _: -a,
    "abs(a)": lambda a, _: abs(a),
    "int(a)": lambda a, _: int(a),
    "sorted([a, b])": lambda a, b: sorted([a, b]),
    "bool(a)": lambda a, _: bool(a),
}


@pytest.mark.parametrize("code", TWO)
@given(FRACTIONS, FRACTIONS)
@settings(max_examples=tries(60), deadline=None)
def test_what_two_fractions_come_to(code: str, a: float, b: float) -> None:
    tree(code)
    assume(code != "a / b" or (b != 0 and math.isfinite(a / b)))
    assert starlarks(code, a, b) == TWO[code](a, b)


@pytest.mark.parametrize(
    ("code", "a", "b", "found"),
    [
        ("a // b", 0.5, 0.1, 5.0),
        ("a == b", 2.0**53, 2**53 + 1, True),
        ("str(a)", 1e-5, 0, "0.00001"),
        ("a * b", 1e300, 1e300, None),
        ('"\u00bd".isdigit()', 0, 0, True),
    ],
)
def test_what_is_otherwise_is_what_the_reference_names(code: str, a: float, b: float, found: object) -> None:
    assert starlarks(code, a, b) == found != eval(code, {"a": a, "b": b}), (
        "if it is Python's by now, take it off the page"
    )
