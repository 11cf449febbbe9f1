"""What the parser tells of code before it runs."""

from __future__ import annotations

import ast

import pytest

from engine.law.documents.profile import (
    INVOLVED,
    MAX_CODE,
    MAX_DEPTH,
    MAX_NESTING,
    Unfit,
    every_node,
    functions,
    names_called,
    nodes_of,
    strings,
    tree,
)
from tests.pinned import rules

CODE = [path.read_text(encoding="utf-8") for path in sorted(rules().rglob("*.star"))]


@pytest.mark.parametrize("code", ["", "x = 1", *CODE])
def test_every_node_is_found_in_the_order_of_the_standard_library_but_contexts(code: str) -> None:
    wanted = [node for node in ast.walk(tree(code)) if not isinstance(node, ast.expr_context)]
    assert every_node(tree(code)) == wanted == nodes_of(code)


def test_there_is_code_in_which_nodes_are_looked_for() -> None:
    assert len(CODE) > 5


def test_the_texts_in_code_are_told_each_once_and_texts_that_are_added_also_as_one() -> None:
    code = '"""Doc."""\nA = "x" + \'y\' + "z"\nB = ["x", "a" "b", "p" + str(1) + "q"]\n\ndef f():\n    return "x"  # "no"\n'
    assert sorted(strings(code)) == ["Doc.", "ab", "p", "q", "x", "xyz", "y", "z"]


def told(code: str) -> list[tuple[int, str]]:
    with pytest.raises(Unfit) as unfit:
        tree(code)
    return unfit.value.problems


FORBIDDEN = {
    "while True:\n    pass": "rules cannot use `while`: use `for i in range(n)`, with `break`",
    "class A:\n    pass": "rules cannot use `class`: use functions and maps",
    "import os": 'rules cannot use `import`: use load("slug", "name")',
    "from os import path": 'rules cannot use `import`: use load("slug", "name")',
    "try:\n    pass\nexcept:\n    pass": "rules cannot use `try`: test first, for what fails undoes all",
    "with a:\n    pass": "rules cannot use `with`: leave it out",
    "async def f():\n    pass": "rules cannot use `async`: leave it out",
    "def f():\n    yield 1": "rules cannot use `yield`: give a list back",
    "def f():\n    global a": "rules cannot use `global`: keep it in a record, with put(...)",
    "del a": "rules cannot use `del`: use .pop(...), or remove(...) of a record",
    "a = 2 ** 3": "rules cannot use `**`: multiply",
    "a **= 2": "rules cannot use `**`: multiply",
    "a <<= 2": "rules cannot use `<<`, which loses what grows beyond 32 bits: multiply",
    "a = 1 < b is c": "rules cannot use `is`: use ==",
    "a = 1 << 3": "rules cannot use `<<`, which loses what grows beyond 32 bits: multiply",
    "a = (b := 1)": "rules cannot use `:=`: assign on a line before",
    "match a:\n    case 1:\n        pass": "rules cannot use `match`: use `if` and `elif`",
    "a = {1, 2}": "rules cannot use a set: use a list",
    "a = {b for b in c}": "rules cannot use a set: use a list",
    "a = list(b for b in c)": "rules cannot use a generator: use a list in brackets",
    "raise a": "rules cannot use `raise`: use refuse(...)",
    "assert a": "rules cannot use `assert`: use `if` and refuse(...)",
    "a = 1 < b < c": "rules cannot compare three in a row: write `a < b and b < c`",
    "if a = 1:\n    pass": "this is not Starlark: invalid syntax. Maybe you meant '==' instead of '='?",
    "if a = 1:  #\n    pass": "this is not Starlark: invalid syntax. Maybe you meant '==' instead of '='?",
    "a = b is None": "rules cannot use `is`: use ==",
    "a = b is not None": "rules cannot use `is not`: use !=",
    "a: int = 1": "rules cannot use a type annotation: leave it out",
    'a = f"{b}"': 'rules cannot use an f-string: write "%s has %d" % (player, count)',
    'a = b"bytes"': "rules cannot use this kind of value",
    "a = 1j": "rules cannot use this kind of value",
    f"a = {10**18 + 1}": "the number is too large",
    "@a\ndef f():\n    pass": "rules cannot use decorators or type annotations: leave them out",
    "def f() -> int:\n    pass": "rules cannot use decorators or type annotations: leave them out",
    "def f(p: str):\n    pass": "rules cannot use decorators or type annotations: leave them out",
    "def f(*, p: str):\n    pass": "rules cannot use decorators or type annotations: leave them out",
    "def f(p, /):\n    pass": "rules cannot use `/` among what a function takes: leave it out",
    "a = b = 1": "rules cannot use `a = b = 1`: assign on a line each",
    "a[1:] = []": "rules cannot assign to a part of a list: put lists together, `l[:2] + [x]`",
    "a, *b = c": "rules cannot use `*` within a list: put lists together, `a + b`, and take parts, `l[1:]`",
    "a = [*b]": "rules cannot use `*` within a list: put lists together, `a + b`, and take parts, `l[1:]`",
    "a = {**b}": "rules cannot use `**` within a map: lay maps over each other, `a | b`",
    "for a in b:\n    pass\nelse:\n    pass": "rules cannot use `else` behind a loop: use `if` after it",
    "a = b @ c": "rules cannot use `@`: multiply",
    'a = "b': "this is not Starlark: unterminated string literal",
    "if a:": "this is not Starlark: expected an indented block after 'if' statement; "
    "what belongs to a block stands below it behind four blanks; `pass` does nothing",
    "a__ = 1": "names that end with `__` are the engine's own: call `a__` otherwise",
    "def f(b__):\n    pass": "names that end with `__` are the engine's own: call `b__` otherwise",
    "def f__():\n    pass": "names that end with `__` are the engine's own: call `f__` otherwise",
}


@pytest.mark.parametrize("code", FORBIDDEN)
def test_what_is_no_code_of_rules_is_told_with_its_line(code: str) -> None:
    assert FORBIDDEN[code] in [message for _, message in told(code)]
    assert {line - 2 for line, _ in told(f"b = 1\n\n{code}")} == {line for line, _ in told(code)}


def test_every_problem_is_told_once_and_in_order() -> None:
    assert told("a = 1\nassert a\nwhile a:\n    del a\n") == [
        (2, "rules cannot use `assert`: use `if` and refuse(...)"),
        (3, "rules cannot use `while`: use `for i in range(n)`, with `break`"),
        (4, "rules cannot use `del`: use .pop(...), or remove(...) of a record"),
    ]
    assert told("a = {1} == {2}\n") == [(1, "rules cannot use a set: use a list")]


def test_a_number_may_be_so_large() -> None:
    assert tree(f"a = {10**18}")
    assert told(f"a = 1\nb = {10**18 + 1}") == [(2, "the number is too large")]


def test_code_may_be_so_long() -> None:
    code = "# " + "x" * (MAX_CODE - 2)
    assert tree(code).body == []
    assert told(code + "x") == [(1, f"the code of a rule may have {MAX_CODE} characters")]


def test_brackets_and_blocks_may_be_nested_so_deep() -> None:
    fits, deep = "[" * MAX_NESTING + "]" * MAX_NESTING, "[" * (MAX_NESTING + 1) + "]" * (MAX_NESTING + 1)
    assert tree(f"a = {fits}\nb = {fits}")
    assert told(f"a = 1\nb = {deep}") == [(2, f"brackets are nested more than {MAX_NESTING} deep")]
    assert tree(f"a = '{deep}'  # {deep}")
    blocks = "".join("    " * depth + "if a:\n" for depth in range(40))
    assert tree(blocks + "    " * 40 + "a = 1")
    assert told(f"{blocks}{'    ' * 40} a = 1") == [(41, "blocks are nested more than 40 deep")]


def summed(parts: int, below: int = 0) -> list[tuple[int, str]]:
    """What is told of a sum of so many parts, read in a call that is so deep."""
    if below:
        return summed(parts, below - 1)
    nodes_of.__globals__["_parsed"].cache_clear()
    try:
        tree("a = (1" + "\n+ 1" * (parts - 1) + ")\n")
    except Unfit as unfit:
        return unfit.problems
    return []


@pytest.mark.parametrize("below", [0, 300])
def test_code_may_be_put_together_so_deep_wherever_it_is_read(below: int) -> None:
    """Python's own bound is nearer the deeper the call: a rule would be law in one pass, and none in another."""
    most = MAX_DEPTH - 2
    assert summed(most, below) == []
    for parts in (most + 1, 2_500, 2_960, 16_000):
        assert summed(parts, below) == [(1, INVOLVED)], parts


def test_a_line_may_be_so_involved() -> None:
    assert tree("a = [" + "-1, " * 2_000 + "]")
    assert told("\na = [" + "-1, " * 2_001 + "]") == [(2, "the line is too involved")]


@pytest.mark.parametrize(
    "sign", ["\u200b", "\u202e", "\x07", "\xad", "\ufeff", "\u3164", "\u034f", "\u180e", "\U000e0041", "\uffa0"]
)
def test_a_hidden_character_is_told_wherever_it_stands(sign: str) -> None:
    for code in (f"a = 1\nb = '{sign}'", f"a = 1\n# {sign}"):
        assert told(code) == [(2, f"there is a hidden character in the code (U+{ord(sign):04X})")]


def test_another_look_of_a_plain_letter_is_hidden_and_one_of_a_sign_is_not() -> None:
    assert told("a = 'yay\ufe0f'") == [(1, "there is a hidden character in the code (U+FE0F)")]
    assert tree("a = '❤\ufe0f 1\ufe0f\u20e3 Bonjour\xa0! 日本\u3000語'")


@pytest.mark.parametrize("code", ["a = ", "def f(:\n    pass", "a = 'x", "if a:\nb = 1"])
def test_what_is_no_code_at_all_is_told(code: str) -> None:
    found = told(code)
    assert found and all(message.startswith("this is not Starlark") for _, message in found)


def test_blanks_without_anything_behind_them_are_no_block() -> None:
    assert tree("def f():\n" + " " * 999 + "\n    pass\n")


def test_what_python_has_no_line_for_is_told_of_the_first() -> None:
    assert told("\na = '\ud800'") == [(1, "this is not Starlark")]


def test_functions_are_told_with_their_lines_and_names_that_are_called() -> None:
    code = "A = 1\n\ndef f():\n    def g():\n        return h(A)\n    return g\n\ndef i(b):\n    return b.c\n"
    assert {function.name: function.lineno for function in functions(code)} == {"f": 3, "i": 8}
    assert names_called(code) == {"h", "A", "g", "b"}
