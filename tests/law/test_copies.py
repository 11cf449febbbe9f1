"""A value written into the copy that `get` gives, and never put back, is told of; whatever may be put is not."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import records
from engine.law.rulebook import read
from tests.island import rule

LOST = {
    'get("players", p)["shells"] = 3': [7],
    'get("players", p)["shells"] += 3': [7],
    'get("players", p)["bag"]["gold"] = 3': [7],
    'r = get("players", p)\n    r["shells"] = r["shells"] - 1': [8],
    'r = get("players", p)\n    r["shells"] -= 1\n    r["fish"] += 1': [8, 9],
    'r = get("players", p)\n    for x in [1]:\n        r["bag"][x] = 1': [9],
}
KEPT = [
    'r = get("players", p)\n    r["shells"] = 3\n    put("players", p, r)',
    'r = get("players", p)\n    r["shells"] = 3\n    return r',
    'r = get("players", p)\n    r["shells"] = 3\n    keep(r)',
    'r = get("players", p)\n    r["shells"] = 3\n    all = [r]',
    'r = {"a": 1}\n    r["a"] = get("players", p)["shells"]',
    'r = get("players", p) | {"x": 1}\n    r["x"] = 2\n    put("players", p, r)',
    'r = {}\n    if p:\n        r = get("players", p)\n    r["x"] = 2\n    put("players", p, dict(r))',
    'p = get("players", p)\n    p["shells"] = 3',
]


def told(body: str) -> list[int]:
    law = {"rules/x/120-t.md": rule(120, "T", code=f"def f(p):\n    {body}\n\ndef keep(r):\n    pass\n")}
    return [problem.line for problem in records.copies(read("x", law, new_host(), FIELDS)[0])]


@pytest.mark.parametrize("body", LOST)
def test_what_is_written_into_a_copy_and_lost_is_told_by_its_line(body: str) -> None:
    assert told(body) == [line + 2 for line in LOST[body]]


@pytest.mark.parametrize("body", KEPT)
def test_what_is_put_handed_over_or_given_back_is_not(body: str) -> None:
    assert told(body) == []


def test_of_code_that_does_not_load_something_else_is_told() -> None:
    body = 'get("players", p)["shells"] = 3'
    assert told(body) and not told(f"{body}\n    return {{")
    assert not told(f"{body}\n    return nothing_of_that_name")
