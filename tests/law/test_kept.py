"""A call that is made again with the same, and told the same, comes to the same, is charged the same, and is not run."""

from __future__ import annotations

from typing import Any

import pytest

from engine.law.documents.document import parse
from engine.law.running import kept
from engine.law.running.blame import RuleFault
from engine.law.running.crossing import Returned
from engine.law.running.host import Host, Loaded
from engine.law.running.parts import NONE_THERE
from engine.law.running.used import MAX_TICKS
from engine.law.running.values import WrongUse
from tests.law.noted import noted

RULE = """---
rule: 101
title: Counting
---
What is counted.

```starlark
def told(record):
    return [tell("a"), record["n"]]

def twice(record):
    return [tell("a"), tell("b")] if tell("a") == 1 else tell("c")

def acting(record):
    act()
    return tell("a")

def by_itself(n):
    return {"n": n, "told": tell("a")}

def long(record):
    for n in range(record["n"]):
        pass
    return tell("a")

def within(record):
    return asked(record["n"])

def twice_within(record):
    return [asked(record["n"]), asked(record["n"] + 1)]

def idle(record):
    return tell("a") if "n" in record else None

def late(record):
    for n in range(2000 if record.get("n") == None else 1):
        pass

def talkative(record):
    return [tell("a") for _ in range(100)]
```
"""


class World:
    """Something to be told of. `heard` are the uses of words, `acted` those that change something."""

    def __init__(self) -> None:
        self.facts: dict[str, Any] = {"a": 1, "b": 2, "c": 3}
        self.heard: list[str] = []
        self.acted = 0
        self.host = Host({"tell": tell, "act": act, "asked": asked}, telling=frozenset({"tell", "asked"}), context=self)
        self.law: Loaded = self.host.load([parse("rules/island/101-counting.md", RULE)], {})
        self.run = noted(self.host)

    def ask(self, function: str, *args: object) -> object:
        return self.host.call(self.law, "counting", function, *args)


def tell(world: World, name: str) -> object:
    world.heard.append(name)
    if world.facts[name] is WrongUse:
        raise WrongUse("nobody tells")
    return world.facts[name]


def act(world: World) -> None:
    world.acted += 1


def asked(world: World, n: int) -> object:
    return world.ask("long", {"n": n})


@pytest.fixture
def world() -> World:
    return World()


def test_what_is_told_again_is_not_run_again(world: World) -> None:
    for n in (5, 5, 6, 5):
        assert world.ask("told", {"n": n}) == [1, n]
    assert world.run == ["told", "told"]
    assert world.heard == ["a"] * 4


def test_what_is_told_otherwise_is_run_again(world: World) -> None:
    world.ask("told", {"n": 5})
    world.facts["a"] = 7
    assert world.ask("told", {"n": 5}) == [7, 5]
    world.facts["a"] = "7"
    assert world.ask("told", {"n": 5}) == ["7", 5]
    world.facts["a"] = True
    assert world.ask("told", {"n": 5}) == [True, 5]
    assert len(world.run) == 4


def test_what_changes_something_is_done_each_time(world: World) -> None:
    for _ in range(3):
        world.ask("acting", {"n": 1})
    assert world.acted == 3


def test_nobody_can_change_what_is_kept(world: World) -> None:
    for function, args in (("told", {"n": 5}), ("by_itself", 3)):
        before = str(world.ask(function, args))
        for _ in range(3):
            found: Any = world.ask(function, args)
            assert str(found) == before
            found.clear()


@pytest.mark.parametrize(("function", "calls"), [("within", 1), ("twice_within", 2)])
def test_it_costs_what_it_cost(world: World, function: str, calls: int) -> None:
    costs = []
    for _ in range(3):
        world.host.fresh()
        world.ask(function, {"n": 40_000})
        costs.append((world.host.ticks, world.host.spare, world.host.words_used))
    assert costs[0][0] >= 40_000
    assert len(set(costs)) == 1
    assert world.run == [function, *["long"] * calls]


def test_what_would_cost_too_much_is_stopped_as_if_it_were_run(world: World) -> None:
    world.ask("long", {"n": 40_000})
    world.host.ticks = MAX_TICKS - 10_000
    with pytest.raises(RuleFault) as raised:
        world.ask("long", {"n": 40_000})
    assert raised.value.why == "it ran too long"
    world.host.fresh()
    world.host.most_words = world.host.words_used = 0
    with pytest.raises(RuleFault):
        world.ask("long", {"n": 40_000})


def test_a_word_that_fails_fails_at_the_line_of_the_rule(world: World) -> None:
    world.ask("told", {"n": 5})
    world.facts["a"] = WrongUse
    with pytest.raises(RuleFault) as raised:
        world.ask("told", {"n": 5})
    assert (raised.value.line, raised.value.why) == (9, "nobody tells")


def test_one_answer_decides_what_is_asked_next(world: World) -> None:
    assert world.ask("twice", {"n": 1}) == [1, 2]
    world.facts["a"] = 0
    assert world.ask("twice", {"n": 1}) == 3
    assert world.ask("twice", {"n": 1}) == 3
    world.facts["a"] = 1
    assert world.ask("twice", {"n": 1}) == [1, 2]


def test_no_more_is_kept_than_there_is_room_for(world: World) -> None:
    for _ in range(2):
        assert world.ask("talkative", {"n": 1}) == [1] * 100
    assert world.run == ["talkative", "talkative"]
    calls = kept.Calls()
    module: Any = None
    call = kept.KeptCall(module, (("tell", "x" * 50_000, 1),), 0, Returned(1))
    for n in range(300):
        calls.keep((n, "f", ("",)), call)
    assert len(calls._late) + len(calls._before) <= 2 * kept.MOST_KEPT // 50_000
    calls.keep((-1, "f", ("",)), call._replace(told=(("tell", "x" * kept.LONGEST_KEPT, 1),)))
    assert calls.find((-1, "f", ("",))) is None


def test_all_calls_of_late_are_kept_and_not_the_last_two_alone() -> None:
    world = World()
    for _ in range(2):
        for n in range(20):
            world.ask("told", {"n": n})
    assert world.run == ["told"] * 20


@pytest.mark.parametrize(
    ("function", "is_free"), [("idle", True), ("twice", False), ("acting", False), ("late", False)]
)
def test_what_asked_and_cost_nothing_is_known_as_that_once_it_was_made(function: str, is_free: bool) -> None:
    world = World()
    calls, module = world.host.kept, id(world.law.modules["counting"])
    assert calls.free((module, function, (NONE_THERE,))) is None
    world.ask(function, {"z": 1})
    assert (calls.free((module, function, (NONE_THERE,))) is not None) == is_free
    assert calls.free((module, function, ('{"n":1}',))) is None
