"""A call is known again by what its function looks at: it comes to the same, at the same cost, as one that is made."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.law.documents.document import parse
from engine.law.running.blame import RuleFault
from engine.law.running.host import MAX_DEPTH, TOO_DEEP, Host
from engine.law.running.parts import NOTHING
from tests.law.noted import noted

RULE = """---
rule: 101
title: Looks
---
What it looks at.

```starlark
def looking(record, more = 1):
    return [record["n"], record.get("list", []), more]

def nothing(record):
    return "x"

def long(record):
    for _ in range(record["n"]):
        pass

def counting(record, *more):
    return [record["n"], len(more)]

def many(record, most):
    return [hand("counting", record, *range(n)) for n in range(most)]

def after(text, record):
    return [record["n"], text]

def saying(text, record):
    return hand("looking", record, text)

def told(record):
    return [tell(), record["n"]]

def whole(record):
    return record

def handing(function, record, times = 1):
    return [hand(function, record, times) for _ in range(times)]

def writing(record):
    record["n"] = 1
    return [hand("looking", record), record.pop("n"), hand("nothing", record)]

def deeper(record):
    hand("nothing", record)
    return hand("deeper", record)
```
"""
PLAIN: dict[str, Any] = {"a": "x", "list": [1], "n": 5}


class World:
    """`run` are the functions that were run."""

    def __init__(self) -> None:
        self.fact, self.watched = 1, list[str]()
        self.host = Host({"tell": tell, "hand": hand}, telling=frozenset({"tell"}), context=self)
        self.host.ledger.open = True
        self.host.watch = lambda slug, function, line: self.watched.append(function)
        self.law = self.host.load([parse("rules/island/101-looks.md", RULE)], {})
        self.run = noted(self.host)

    def ask(self, function: str, *args: object) -> Any:
        return self.host.call(self.law, "looks", function, *args)

    def told(self, *asked: object) -> tuple[object, ...]:
        """What comes of it, and what it costs."""
        self.host.fresh()
        try:
            found = repr(self.ask(*asked))  # type: ignore[arg-type]
        except RuleFault as fault:
            found = str(fault)
        return found, self.host.used, {**self.host.ledger.used}


def tell(world: World) -> int:
    return world.fact


def hand(world: World, function: str, record: Any, *more: object) -> object:
    if function == "after":
        return world.ask("after", "1" * 19, record)
    return world.ask(function, record, *more) if function in ("looking", "counting") else world.ask(function, record)


@pytest.mark.parametrize("function", ["looking", "nothing", "long"])
def test_what_differs_elsewhere_is_not_run_again(function: str) -> None:
    world = World()
    found = [world.ask(function, PLAIN | {"a": n}) for n in range(5)]
    assert world.run == [function]
    assert found == [found[0]] * 5
    world.ask(function, PLAIN | {"n": 6, "list": [2]})
    assert len(world.run) == (1 if function == "nothing" else 2)


def test_nor_what_a_word_hands_on() -> None:
    world = World()
    found = [world.ask("handing", "looking", PLAIN | {"a": n}, 2) for n in range(5)]
    assert found == [[[5, [1], 2]] * 2] * 5
    assert [name for name in world.run if name != "handing"] == ["looking"]
    assert world.watched.count("looking") == 1  # nothing of it runs, and nobody need watch it


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"n": 1}, {"list": None, "n": 1}),
        ({"n": 1}, {"n": True}),
        ({"n": 1}, {"n": 1.0}),
        ({"n": 1}, {"n": "1"}),
        ({"n": 0.0}, {"n": -0.0}),
        ({"n": {"a": 1}}, {"n": {"a": 1, "b": 2}}),
    ],
)
def test_what_differs_where_it_looks_is_run_again(one: dict[str, Any], other: dict[str, Any]) -> None:
    world = World()
    for record in (one, other):
        assert world.told("looking", record) == World().told("looking", record)
        for times in (1, 2):
            way = ("handing", "looking", record, times)
            assert world.told(*way) == World().told(*way)
    assert world.run.count("looking") >= 4


def test_what_is_not_there_is_none_of_it_either() -> None:
    world = World()
    assert [world.ask("looking", {"a": n, "n": 5}) for n in range(3)] == [[5, [], 1]] * 3
    assert world.ask("handing", "looking", {"a": 7, "n": 5}) == [[5, [], 1]]
    assert world.run.count("looking") == 2  # in the other it is handed one thing more
    assert world.ask("handing", "nothing", {"a": 7}) == [world.ask("nothing", {})]
    assert world.run.count("nothing") == 1


def test_more_that_is_handed_and_what_is_named_counts() -> None:
    world = World()
    assert [world.ask("counting", PLAIN, *range(n)) for n in (0, 1, 2, 1)] == [[5, n] for n in (0, 1, 2, 1)]
    assert world.ask("many", PLAIN, 4) == [[5, n] for n in range(4)]
    named = [world.host.call(world.law, "looks", "looking", PLAIN, more=n) for n in (1, 2, 3)]
    assert named == [[5, [1], n] for n in (1, 2, 3)]
    named = [world.host.call(world.law, "looks", "looking", record=PLAIN | {"n": n}) for n in (1, 2, 3)]
    assert named == [[n, [1], 1] for n in (1, 2, 3)]


@pytest.mark.parametrize("text", ["1" * 19, 10**18, 1 << 70, "x"])
def test_what_has_no_text_is_handed_on_as_it_is(text: object) -> None:
    world = World()
    for record in (PLAIN, PLAIN | {"a": 2}):
        assert world.ask("saying", text, record) == [5, [1], text]
        assert world.ask("handing", "after", record) == [[5, "1" * 19]]
    assert world.host._handed is NOTHING  # of what a word was handed nothing is known once it has answered


def test_what_is_told_otherwise_is_run_again() -> None:
    world = World()
    assert world.ask("handing", "told", PLAIN) == [[1, 5]]
    world.fact = 2
    assert world.ask("handing", "told", PLAIN | {"a": 7}) == [[2, 5]]


def test_nobody_can_change_what_is_kept() -> None:
    world = World()
    for n in range(3):
        found = world.ask("handing", "looking", PLAIN | {"a": n})
        assert found == [[5, [1], 1]]
        found[0][1].clear()


def test_what_a_rule_writes_into_a_map_is_looked_at_as_it_is_by_then() -> None:
    world = World()
    for record in (PLAIN, PLAIN | {"a": 1}, PLAIN | {"n": 9}):
        assert world.ask("writing", record) == [[1, [1], 1], 1, "x"]


def test_rules_that_call_each_other_too_deep_fail_where_they_are_known_as_well() -> None:
    world = World()
    assert world.told("deeper", PLAIN) == World().told("deeper", PLAIN)
    world.host._calls += [("looks", "deeper", 1)] * MAX_DEPTH
    with pytest.raises(RuleFault, match=TOO_DEEP):
        world.ask("nothing", PLAIN)


@pytest.mark.parametrize("by", ["looking", "nothing", "long", "whole"])
@pytest.mark.parametrize("n", range(975, 1_003, 3))
def test_it_costs_what_it_would_cost_however_it_crosses(n: int, by: str) -> None:
    """A map out of order takes some steps more: where a thousand are full hangs on them."""
    records = [PLAIN | {"n": n}, {"n": n, "list": [1], "a": "x"}, PLAIN | {"n": n, "z": {"b": 1, "a": 2}}]
    records += [PLAIN | {"n": n, "z": text} for text in ("1" * 19, "\u0110" + "1" * 15, "\x1f", "ä", 10**18, 1 << 53)]
    for way in (["handing", by], [by]):
        alone = [World().told(*way, record) for record in records]
        world = World()
        assert [world.told(*way, record) for record in records] == alone
        assert [world.told(*way, record) for record in reversed(records)] == alone[::-1]


SCALARS = st.sampled_from(
    [None, True, 0, 1, 1.0, -0.0, 1e300, 10**15, 1 << 60, "", "1", "~", "?", "ä", "\x7f", "1" * 20]
)
NAMES = st.sampled_from(["n", "list", "a", "z", ""])
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner), max_leaves=6)
RECORDS = st.dictionaries(NAMES, VALUES, max_size=5)


@given(st.lists(st.tuples(st.sampled_from(["looking", "nothing", "told"]), st.booleans(), RECORDS), max_size=6))
def test_whatever_was_asked_before_it_comes_to_the_same(asked: list[tuple[str, bool, dict[str, Any]]]) -> None:
    world = World()
    for function, handed, record in asked:
        way = ["handing", function, record] if handed else [function, record]
        assert world.told(*way) == World().told(*way)
