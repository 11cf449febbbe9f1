"""What may cross out of a rule: plain data, nested so deep and no deeper."""

from __future__ import annotations

from typing import Any

import pytest

from engine.law.running.values import WrongUse, crossed


def nested(kind: type, depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"a": value} if kind is dict else kind([value])
    return value


@pytest.mark.parametrize("kind", [dict, list, tuple])
def test_values_are_nested_so_deep_and_no_deeper(kind: type) -> None:
    crossed(nested(kind, 100))
    with pytest.raises(WrongUse, match="nested more than 100 deep"):
        crossed(nested(kind, 101))


@pytest.mark.parametrize("sign", [1, -1])
def test_whole_numbers_have_a_thousand_bits_and_no_more(sign: int) -> None:
    crossed(sign * (2**1000 - 1))
    with pytest.raises(WrongUse, match="a number is too large"):
        crossed(sign * 2**1000)
