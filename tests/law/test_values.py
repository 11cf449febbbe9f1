"""What may cross out of a rule: plain data, nested so deep and no deeper."""

from __future__ import annotations

from typing import Any

import pytest

from engine.law.values import DEEPEST, Fault, crossed


def nested(kind: type, depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"a": value} if kind is dict else kind([value])
    return value


@pytest.mark.parametrize("kind", [dict, list, tuple])
def test_values_are_nested_so_deep_and_no_deeper(kind: type) -> None:
    crossed(nested(kind, DEEPEST))
    with pytest.raises(Fault, match=f"nested more than {DEEPEST} deep"):
        crossed(nested(kind, DEEPEST + 1))
