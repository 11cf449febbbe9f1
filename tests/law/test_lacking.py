"""What a front matter leaves out, and what nothing comes of, is warned of with its line."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import front_matter
from engine.law.rulebook import read
from tests.island import rule

CODE = "def f(player, *given):\n    pass\n"


def told(front: str, more: str = "by_hand: true\n") -> list[str]:
    law = {
        "rules/x/119-others.md": rule(119, "Others", front=more),
        "rules/x/120-songs.md": rule(120, "Songs", front=front, code=CODE),
    }
    found = list(front_matter.lacking(read("x", law, new_host(), FIELDS)[0]))
    assert all((problem.path, problem.line) == ("rules/x/120-songs.md", 5) for problem in found), found
    return [problem.message for problem in found]


def test_a_parameter_without_a_value_is_told() -> None:
    wrong = "the parameter `price` has no value: write one, or take it out"
    assert told("parameters:\n  price:\n  rate: 3\n") == [wrong]
    assert told("parameters:\n  price: null\n") == [wrong]
    assert told('parameters:\n  price: 0\n  name: ""\n  open: false\n') == []


def test_a_number_in_quotes_is_told() -> None:
    wrong = "the parameter `price` is a text, since it stands in quotes: write 5 without them to reckon with it"
    assert told('parameters:\n  price: "5"\n') == [wrong]
    assert told("parameters:\n  throw: 2d6\n  name: Ur 5\n") == []


@pytest.mark.parametrize("name", ["from", "in", "class", "None"])
def test_a_parameter_that_no_code_can_read_is_told(name: str) -> None:
    wrong = f"the parameter `{name}` is called like a word of Starlark, so no code can read it: call it otherwise"
    assert told(f"parameters:\n  {name}: 3\n") == [wrong]
    assert told(f"parameters:\n  {name}_: 3\n") == []


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("{type: integer, minimum: 1}", "begins with 0: must be at least 1, and is 0"),
        ("{type: integer, maximum: -1}", "begins with 0: must be at most -1, and is 0"),
        ("{type: object, required: [a]}", "begins with {}: `a` is missing"),
    ],
)
def test_a_field_that_begins_with_what_it_may_not_hold_is_told(field: str, said: str) -> None:
    assert told(f"state: {{fish: {{\n  n: {field}}}}}\n") == [f"`n` of fish has no `default`, and {said}"]


def test_it_is_told_of_the_rule_that_declares_it_also_where_another_narrows_it() -> None:
    narrowed = "state: {fish: {n: {minimum: 2}}}\n"
    law = {
        "rules/x/119-fish.md": rule(119, "Fish", front="state: {fish: {n: {type: integer}}}\n"),
        "rules/x/120-songs.md": rule(120, "Songs", front=narrowed),
    }
    (problem,) = front_matter.lacking(read("x", law, new_host(), FIELDS)[0])
    assert problem.path == "rules/x/119-fish.md"
    assert problem.message == "`n` of fish has no `default`, and begins with 0: must be at least 2, and is 0"


@pytest.mark.parametrize(
    "field", ["{type: integer}", "{type: integer, minimum: 0}", "{enum: [a, b]}", "{type: [string, 'null']}"]
)
def test_a_field_that_may_hold_what_it_begins_with_needs_no_default(field: str) -> None:
    assert told(f"state:\n  fish: {{n: {field}}}\n") == []


@pytest.mark.parametrize(
    ("usage", "argument", "said"),
    [
        ("/f <n>", "{type: integer, default: 3}", "nobody ever gets its `default`: write `[<n>]` in the usage"),
        ("/f <n> [now]", "{default: x}", "nobody ever gets its `default`: write `[<n>]` in the usage"),
        ("/f [<n>]", "{type: integer, default: many}", "its `default` must be a whole number, and is 'many'"),
        ("/f [<n>]", "{type: integer, minimum: 1, default: 0}", "its `default` must be at least 1, and is 0"),
        ("/f [<n>]", "{type: number, maximum: 1, default: 1.5}", "its `default` must be at most 1, and is 1.5"),
        ("/f [<n>]", "{type: choice, values: [a, b], default: c}", "its `default` must be one of a, b, and is 'c'"),
        ("/f <n>", "{type: integer, minimum: 5, maximum: 2}", "no number is at least 5 and at most 2"),
        (
            "/f <n>",
            "{type: choice, values: [a, 1]}",
            "code is given a text for each of its `values`: write `1` in quotes",
        ),
        (
            "/f <n>",
            "{type: choice, values: [true, a]}",
            "code is given a text for each of its `values`: write `true` in quotes",
        ),
        ("/f <n>", "{values: [a, b]}", "only a `choice` has `values`, and this is a `word`"),
        (
            "/f <n>",
            "{type: text, maximum: 3}",
            "only an `integer` or a `number` has a `minimum` and a `maximum`, and this is a `text`",
        ),
    ],
)
def test_what_is_said_of_an_argument_for_nothing_is_told(usage: str, argument: str, said: str) -> None:
    front = f"commands:\n  - {{arguments: {{n: {argument}}}, usage: '{usage}', run: f, help: x}}\n"
    assert told(front) == [f"the argument `n`: {said}"]


@pytest.mark.parametrize(
    ("usage", "argument"),
    [
        ("/f [<n>]", "{type: integer, default: 3}"),
        ("/f [for <n> days]", "{type: integer, minimum: 1, default: 3}"),
        ("/f [<n>]", "{type: number, default: 3}"),
        ("/f [<n>]", "{type: integer, default: null}"),
        ("/f [<n>]", "{type: choice, values: [a, '1'], default: a}"),
        ("/f <n>", "{type: integer, minimum: 2, maximum: 2}"),
        ("/f <n>", "{type: integer, maximum: -2}"),
        ("/f [<n>]", "{type: text, default: 3}"),
    ],
)
def test_what_is_said_for_something_is_not(usage: str, argument: str) -> None:
    assert told(f"commands:\n  - {{arguments: {{n: {argument}}}, usage: '{usage}', run: f, help: x}}\n") == []


def unread(front: str, code: str, other: str = "") -> list[str]:
    law = {
        "rules/x/119-others.md": rule(119, "Others", front="by_hand: true\n" if not other else "", code=other),
        "rules/x/120-songs.md": rule(120, "Songs", front=front, code=code),
    }
    return [str(problem) for problem in front_matter.unread(read("x", law, new_host(), FIELDS)[0])]


def test_a_parameter_that_no_code_reads_is_told() -> None:
    """People would vote on another number, be adopted, and wonder why hats cost what they did."""
    wrong = "no code reads the parameter `begin`: whoever amends it changes nothing but the words"
    assert unread("parameters:\n  begin: 5\n", "def price():\n    return 5\n") == [f"rules/x/120-songs.md:5: {wrong}"]
    assert unread("parameters:\n  begin: 5\n", "def price():\n    return begin\n") == []


def test_a_parameter_that_other_code_loads_is_read_and_so_is_one_of_words_alone() -> None:
    loads = 'load("songs", "begin")\n\ndef f():\n    return begin\n'
    assert unread("parameters:\n  begin: 5\n", "def price():\n    return 5\n", loads) == []
    assert unread("by_hand: true\nparameters:\n  begin: 5\n", "") == []
