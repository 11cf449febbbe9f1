"""Who writes a rule as they would write Python is told what rules have in place of it."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.rulebook import read
from tests.island import rule

INSTEAD = {
    'print("x")': "rules have no `print`: `reply(text)` answers",
    "random.choice([1])": "rules have no `random`: chance comes by `roll`",
    "round(2.5)": "rules have no `round`: `round_half_up(number)`",
    "set([1])": "rules have no `set`: use a list",
    "isinstance(1, int)": "rules have no `isinstance`: `type(x)",
    "datetime.now()": "rules have no `datetime`: `now()`",
    'amend("songs", {})': "rules have no `amend`: no code changes a rule",
    "repli(1)": "Variable `repli` not found, did you mean `reply`?",
    "0 < 1 < 2": "rules cannot compare three in a row: write `a < b and b < c`",
    "2 ** 2": "rules cannot use `**`: multiply",
    "null": "rules have no `null`: it is `None`",
    "divmod(7, 2)": "rules have no `divmod`: use `//` and `%`",
    "eval(p)": "rules have no `eval`: what a player writes comes by the usage of a command",
    '"a" "b"': "texts that stand behind each other are joined with `+`",
    "1_000": "a number is written without `_`",
    "größe": "names have the letters a to z, digits and `_`",
    "2 @ 3": "rules cannot use `@`: multiply",
    "[*p]": "rules cannot use `*` within a list: put lists together",
    "{**p}": "rules cannot use `**` within a map: lay maps over each other",
}


@pytest.mark.parametrize("code", INSTEAD)
def test_the_word_for_it_is_named(code: str) -> None:
    law = {"rules/x/120-t.md": rule(120, "T", code=f"def f(p):\n    return {code}\n")}
    assert INSTEAD[code] in str(read("x", law, new_host(), FIELDS)[1][0])


def test_a_loop_without_end_is_one_with_an_end() -> None:
    law = {"rules/x/120-t.md": rule(120, "T", code="def f(p):\n    while True:\n        pass\n")}
    assert "rules cannot use `while`: use `for i in range(n)`" in str(read("x", law, new_host(), FIELDS)[1][0])


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("def f(p):\n    a = b = 1\n", "rules cannot use `a = b = 1`: assign on a line each"),
        ("def f(p):\n    p[1:2] = [3]\n", "rules cannot assign to a part of a list"),
        (
            "def f(p):\n    for x in p:\n        pass\n    else:\n        pass\n",
            "rules cannot use `else` behind a loop",
        ),
        ("def f(p, /):\n    pass\n", "rules cannot use `/` among what a function takes"),
        ("def f(p: int):\n    pass\n", "rules cannot use decorators or type annotations"),
        ("def f(*p: int):\n    pass\n", "rules cannot use decorators or type annotations"),
        ("def f(p):\n\tpass\n", "indent with spaces"),
    ],
)
def test_what_python_alone_can_read_is_told_with_what_to_write(code: str, told: str) -> None:
    law = {"rules/x/120-t.md": rule(120, "T", code=code)}
    assert told in str(read("x", law, new_host(), FIELDS)[1][0])


def test_the_line_of_a_mistake_is_that_of_the_file() -> None:
    law = {"rules/x/120-t.md": rule(120, "T", code="def f(p):\n    return 'a\n")}
    (problem,) = read("x", law, new_host(), FIELDS)[1]
    assert (problem.line, problem.message) == (9, "this is not Starlark: unterminated string literal")


@pytest.mark.parametrize(
    "code", ["a, b = p", "f(*p, **p)", "x = [a for a in p]", "x = p[1:2]", "x = {'a': 1} | p", "p['b'] = 1"]
)
def test_what_both_can_read_is_left_as_it_is(code: str) -> None:
    law = {"rules/x/120-t.md": rule(120, "T", code=f"def f(*p, **q):\n    {code}\n")}
    assert read("x", law, new_host(), FIELDS)[1] == []


def test_who_takes_a_collection_for_a_variable_is_told_how_a_record_is_had() -> None:
    declared = {"rules/x/121-boats.md": rule(121, "Boats", front="state: {boats: {name: {type: string}}}\n")}
    for code, told in (
        (
            'players[p]["shells"]',
            '`players` is no variable: `get("players", key)`, with a key out of `keys("players")`,',
        ),
        ("len(boats)", '`boats` is no variable: `get("boats", key)`'),
        ("game.tide", '`game` is no variable: `get("game")` gives a record of it'),
    ):
        law = {"rules/x/120-t.md": rule(120, "T", code=f"def f(p):\n    return {code}\n"), **declared}
        assert told in str(read("x", law, new_host(), FIELDS)[1][0])


def test_of_a_function_that_several_of_the_shared_codes_have_each_is_told() -> None:
    """`spend` is in two of the library, and who left out the load was told only that there is none."""
    shared = {f"rules/library/{name}.star": "def spend(player, n):\n    return n\n" for name in ("purse", "cargo")}
    law = {"rules/x/120-t.md": rule(120, "T", code="def f(p):\n    return spend(p, 1)\n"), **shared}
    told = str(read("x", law, new_host(), FIELDS)[1][0])
    assert "`spend` is a function of `cargo` and of `purse`: write" in told
    assert '`load("cargo", "spend")` or `load("purse", "spend")` above the code' in told


def test_a_function_that_other_code_has_is_told_with_the_line_that_loads_it() -> None:
    """Of the names known to the rule itself none was near, and nothing else was said."""
    coins = {"rules/library/coins.star": "def earn(player, n):\n    return n\n\n\ndef _own(n):\n    return n\n"}
    tax = {
        "rules/x/121-tax.md": rule(
            121, "Tax", code="def earn(player, n):\n    return 0\n\n\ndef due(player):\n    return 1\n"
        )
    }
    twice = {
        "rules/x/122-toll.md": rule(
            122, "Toll", code="def owed(player):\n    return 1\n\n\ndef due(p):\n    return 2\n"
        )
    }
    for name, slug in (("earn", "coins"), ("owed", "toll"), ("due", ""), ("_own", "")):
        law = {
            "rules/x/120-t.md": rule(120, "T", code=f"def f(p):\n    return {name}(p, 1)\n"),
            **coins,
            **tax,
            **twice,
        }
        said = str(read("x", law, new_host(), FIELDS)[1][0])
        told = f'`{name}` is a function of `{slug}`: write `load("{slug}", "{name}")` above the code'
        assert (told in said) == bool(slug), said
