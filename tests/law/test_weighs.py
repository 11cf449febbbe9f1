"""Whether code may give votes different weights is read from it: then every open poll is looked at where something changed."""

from __future__ import annotations

import pytest

from engine.law.documents.mentioned import idle, takes, weighs

VARIED = [
    'def f(b):\n    return b | {"weight": b["age"]}\n',
    'def f(b):\n    return b | {"we" "ight": 2 if b["old"] else 1}\n',
    'def f(b):\n    if b["old"]:\n        return b | {"weight": 2}\n    return b\n',
    'def f(b):\n    return {"weight": 2} if b["old"] else b\n',
    'def f(all):\n    return [b | {"weight": 2} for b in all if b["old"]]\n',
    'def f(b):\n    b["weight"] = 2\n    return b\n',
    "def f(b):\n    return dict(b, weight = b)\n",
]
ALIKE = [
    "",
    "def f(b):\n    return b +\n",
    'def f(b):\n    return b | {"weight": 2}\n',
    'def f(all):\n    return [b | {"weight": 1} for b in all if b["old"]]\n',
    'def f(b):\n    return b["weight"] if b["old"] else "weight"\n',
    'def f(b):\n    return b | {"height": b["age"]}\n',
]


@pytest.mark.parametrize(("code", "varied"), [*((c, True) for c in VARIED), *((c, False) for c in ALIKE)])
def test_weights_vary_where_they_are_worked_out_or_only_some_come_to_another_than_one(code: str, varied: bool) -> None:
    assert weighs(code) is varied


def test_of_functions_is_known_what_they_take_and_whether_nothing_is_done_in_them() -> None:
    code = 'def wait():\n    "Nothing."\n\ndef go(way, far = 1, *, why):\n    pass\n\ndef stay(*all, **more):\n    return all\n'
    assert {name: (t.least, t.most, t.names) for name, t in takes(code).items()} == {
        "wait": (0, 0, ()),
        "go": (1, 2, ("way", "far")),
        "stay": (0, 1_000, ()),
    }
    assert idle(code) == {"wait", "go"}
    assert takes("def f(") == {} and idle("def f(") == frozenset()
