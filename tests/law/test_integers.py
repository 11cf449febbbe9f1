"""Whole numbers in rule code are Python's, however large: every operation the profile admits is tried against Python's own."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.law.documents.profile import Unfit, tree
from tests.law.plainly import starlarks
from tests.shares import tries

NEAR = [n + d for n in (0, 2**30, 2**31, 2**32, 2**53, 2**62, 2**63, 2**64, 10**18) for d in (-1, 0, 1)]
NUMBERS = st.one_of(st.sampled_from([*NEAR, *(-n for n in NEAR)]), st.integers(-(2**80), 2**80))
TWO: dict[str, Callable[[int, int], object]] = {
    "a + b": operator.add,
    "a - b": operator.sub,
    "a * b": operator.mul,
    "a // b": operator.floordiv,
    "a % b": operator.mod,
    "a & b": operator.and_,
    "a | b": operator.or_,
    "a ^ b": operator.xor,
    "a < b": operator.lt,
    "a <= b": operator.le,
    "a == b": operator.eq,
    "max(a, b)": max,
    "min(a, b)": min,
    "-a": lambda a, _: -a,
    "~a": lambda a, _: ~a,
    "abs(a)": lambda a, _: abs(a),
    "int(str(a))": lambda a, _: a,
    '"%d" % a': lambda a, _: f"{a}",
    '"%x" % abs(a)': lambda a, _: f"{abs(a):x}",
    "sorted([a, b])": lambda a, b: sorted([a, b]),
    "bool(a)": lambda a, _: bool(a),
}


@pytest.mark.parametrize("code", TWO)
@given(NUMBERS, NUMBERS)
@settings(max_examples=tries(60), deadline=None)
def test_what_two_numbers_come_to(code: str, a: int, b: int) -> None:
    tree(code)
    if b == 0 and code in ("a // b", "a % b"):
        return
    assert starlarks(code, a, b) == TWO[code](a, b)


@given(NUMBERS, st.integers(0, 200))
@settings(max_examples=tries(100), deadline=None)
def test_a_shift_to_the_right(a: int, b: int) -> None:
    assert starlarks("a >> b", a, b) == a >> b


@pytest.mark.parametrize("code", ["1 << 31", "x = 1\nx <<= 31"])
def test_a_shift_to_the_left_overflows_in_silence_so_it_is_refused(code: str) -> None:
    assert starlarks("a << b", 1, 31) != 1 << 31, "if it is right by now, the profile may admit it again"
    with pytest.raises(Unfit, match="multiply"):
        tree(code)
