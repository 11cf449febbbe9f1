"""What crosses between Python and Starlark as a text is what would have crossed value by value, and so are the refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest
import starlark
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.law.documents.document import parse
from engine.law.running import crossing
from engine.law.running.blame import RuleFault, cause, place_of
from engine.law.running.host import Host
from engine.law.running.texts import Texts
from engine.law.running.values import WrongUse, crossed
from tests.shares import tries

DIALECT = starlark.Dialect.extended()
SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab19!é\0", max_size=3), inner, max_size=4),
)


class Ways:
    """One module's code with the word `echo` lent by texts, and lent value by value."""

    def __init__(self, code: str) -> None:
        self.heard: list[Any] = []
        self.texts = Texts()
        self.words = crossing.words_module({"echo": (self.of_text, self.by_value)}, {}, DIALECT)
        by_text = starlark.Module()
        loader = starlark.FileLoader(lambda _: self.words)
        first = crossing.first_line(["echo"])
        starlark.eval_with(
            starlark.EvalOptions(),
            by_text,
            starlark.parse("it", f"{first}\n{code}", DIALECT),
            starlark.Globals.standard(),
            loader,
        )
        by_value = starlark.Module()
        by_value.add_callable("echo", self.by_value)
        starlark.eval(by_value, starlark.parse("it", f"\n{code}", DIALECT), starlark.Globals.standard())
        self.by_text, self.plain = by_text.freeze(), by_value.freeze()
        self.gates = crossing.Gates(self.words, starlark.EvalOptions(), DIALECT)

    def of_text(self, text: str) -> object:
        given = crossing.handed(text)
        args, named = (given, {}) if type(given) is list else (given["args"], given["named"])
        return crossing.answer(self.echo(args, named), self.texts)

    def by_value(self, *args: object, **named: object) -> object:
        crossed(args)
        crossed(named)
        return self.echo(list(args), named)

    def echo(self, args: list[object], named: dict[str, object]) -> object:
        self.heard.append(json.dumps([args, named]))
        return args[0] if args else named

    def both(self, function: str, *args: object, **named: object) -> tuple[object, object]:
        """What comes of a call by each of the two ways, with all that was heard on the way."""

        def by_text() -> object:
            return self.gates.call(self.by_text, function, args, named, self.texts.of_call(args, named)).made()

        def by_value() -> object:
            value = self.plain.call_with(starlark.EvalOptions(), function, *args, **named).value
            crossed(value)
            return value

        return self.outcome(by_text), self.outcome(by_value)

    def outcome(self, call: Any) -> object:
        self.heard.clear()
        try:
            return [json.dumps(call()), *self.heard]
        except starlark.StarlarkError as error:
            return cause(str(error)), place_of(str(error)) or ("it", 0), *self.heard
        except (WrongUse, TypeError) as error:
            return str(error), *self.heard


CODE = """
def through(value, *rest, **named):
    return value

def shown(value, **named):
    return [repr(value), repr(named)]

def echoed(value, **named):
    return [repr(echo(value, **named)), echo(**named)]

def listed(value):
    return [item for item in value] if type(value) in ("list", "dict") else value
"""


@settings(max_examples=tries(150), deadline=None)
@given(
    st.sampled_from(["through", "shown", "echoed"]), VALUES, st.dictionaries(st.sampled_from("bca"), VALUES, max_size=2)
)
def test_what_a_function_is_given_and_gives_is_the_same_both_ways(
    function: str, value: object, named: dict[str, object]
) -> None:
    by_text, by_value = WAYS.both(function, value, **named)
    assert by_text == by_value


@settings(max_examples=tries(60), deadline=None)
@given(st.dictionaries(st.text("ab19!é", max_size=3), SCALARS, max_size=5))
def test_maps_keep_their_order(value: dict[str, object]) -> None:
    by_text, by_value = WAYS.both("listed", value)
    assert by_text == by_value == [json.dumps(list(value))]


WAYS = Ways(CODE)
ODD = [
    "{1: 2}",
    "{True: 1}",
    "{'a': {None: 1}}",
    "[{(1, 2): 1}]",
    "len",
    "[lambda x: x]",
    "range(3)",
    "'abc'.elems()",
    "1e308 * 10",
    "-1e308 * 10",
    "-0.0",
    "(1, (2, 3))",
    "'a\\0b'",
    "{'a\\0': 1}",
    "['\\\\u0000']",
    "1 << 52",
    "1 << 53",
    "-(1 << 60)",
    "1 << 999",
    "1 << 1000",
    "-1999999999",
    "deep(8)",
    "deep(9)",
    "deep(10)",
    "deep(11)",
    "deep(99)",
    "deep(100)",
    "deep(101)",
    "deep(1100)",
    "cycle()",
]
MADE = """
def deep(n):
    value = 1
    for _ in range(n):
        value = [value]
    return value

def cycle():
    value = []
    value.append(value)
    return value
"""


@pytest.mark.parametrize("expression", ODD)
@pytest.mark.parametrize("form", ["return echo(\n        {})", "return {}", "return echo(1, name={})"])
def test_odd_values_cross_or_are_refused_alike_and_at_the_same_line(expression: str, form: str) -> None:
    ways = Ways(f"{MADE}\ndef odd(_):\n    {form.format(expression)}\n")
    by_text, by_value = ways.both("odd", 1)
    assert by_text == by_value
    by_text, by_value = ways.both("odd", {"a": 1})
    assert by_text == by_value


def failing(context: object) -> None:
    raise WrongUse("not like this")


RULE = """---
rule: 101
title: Greeting
---
Who comes is greeted.

```starlark
load("shared", "helped")

def own(record):
    return [
        failing(),
    ]

def by_way_of_shared(record):
    return helped()

def wrong(record):
    return 1 // 0
```
"""


@pytest.mark.parametrize("record", [1, {"a": 1}])
@pytest.mark.parametrize(
    ("function", "line", "why"),
    [
        ("own", 12, "not like this"),
        ("by_way_of_shared", 16, "rules/library/shared.star, line 2: not like this"),
        ("wrong", 19, "Floor division by zero: 1 // 0"),
    ],
)
def test_a_failure_is_told_of_the_line_where_the_rule_failed(
    function: str, line: int, why: str, record: object
) -> None:
    host = Host({"failing": failing})
    loaded = host.load(
        [parse("rules/island/101-greeting.md", RULE)], {"shared": "def helped():\n    return failing()\n"}
    )
    with pytest.raises(RuleFault) as raised:
        host.call(loaded, "greeting", function, record)
    assert (raised.value.line, raised.value.why) == (line, why)


@pytest.mark.parametrize("written", ["shared.star", "shared.md", "210-shared.md", "rules/library/shared.star", "shred"])
def test_who_loads_a_file_by_its_name_is_told_what_to_write(written: str) -> None:
    text = RULE.replace('load("shared"', f'load("{written}"')
    loaded = Host({}).load([parse("rules/island/101-greeting.md", text)], {"shared": "def helped():\n    return 1\n"})
    told = f'it loads `{written}`, and no such rule with code is in force: write `load("shared", ...)`'
    assert loaded.broken["greeting"].why == told


def test_what_the_host_puts_between_cannot_be_loaded_by_a_rule() -> None:
    host = Host({"failing": failing})
    text = RULE.replace('load("shared", "helped")', f'load("{crossing.WORDS}", "through")')
    loaded = host.load([parse("rules/island/101-greeting.md", text)], {})
    assert loaded.broken["greeting"].why == f"it loads `{crossing.WORDS}`, and no such rule with code is in force"
