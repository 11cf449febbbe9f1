"""Code that cannot be read at all is told with what to write, where it is written as in another language."""

from __future__ import annotations

import pytest

from engine.law.documents.profile import MOST_BLANKS, Unfit, tree


def told(code: str) -> tuple[int, str]:
    with pytest.raises(Unfit) as unfit:
        tree(code)
    (problem,) = unfit.value.problems
    return problem


# The line -> what to write.
WRITE = {
    "else if p:": "write `elif`",
    "elseif p:": "write `elif`",
    "if p && q:": "write `and`",
    "if p || q:": "write `or`",
    "if !p:": "write `not`",
    "if p then": "a block begins behind a `:`",
    "if p then:": "a block begins behind a `:`",
    "if (p) {": "blocks stand behind a `:`, indented, and not in braces",
    "function f(p) {": "a function begins with `def f(p):`",
    "fn f(p):": "a function begins with `def f(p):`",
    "for (i = 0; i < 3; i++) {": "a loop begins with `for i in range(3):`",
    "// a remark": "a remark begins with `#`",
    "a++": "write `n += 1`",
    "a = p ? 1 : 2": "write `b if a else c`",
    "let a = 1": "a name is only assigned: `a = 1`",
    "reply(“Hi”)": "texts stand in straight quotation marks",
    "reply(«Hi»)": "texts stand in straight quotation marks",
    'reply("He said "Hi"")': 'a quotation mark within a text is written `\\"`',
    "x = [1, 2": "",
    "if p": "",
}


@pytest.mark.parametrize("line", WRITE)
def test_what_to_write_is_told_of_the_line(line: str) -> None:
    number, message = told(f"def f(p, q):\n    {line}\n")
    assert number == 2
    assert message.startswith("this is not Starlark: ")
    assert message.partition("; ")[2] == WRITE[line]


@pytest.mark.parametrize("line", ['reply("p && q" p)', "reply(p q)  # p || q", "reply('“' p)"])
def test_what_stands_in_a_text_or_a_remark_is_not_told_of(line: str) -> None:
    assert told(f"def f(p, q):\n    {line}\n")[1].partition("; ")[2] == ""


@pytest.mark.parametrize(
    ("code", "instead"),
    [
        ("def f(p):\nreply(p)\n", "what belongs to a block stands below it behind four blanks; `pass` does nothing"),
        (
            "def f(p):\nif p:\n    a++\n",
            "what belongs to a block stands below it behind four blanks; `pass` does nothing",
        ),
        ("def f(p):\n!p\n", "what belongs to a block stands below it behind four blanks; `pass` does nothing"),
        ("def f(p):\n    # later\n", "what belongs to a block stands below it behind four blanks; `pass` does nothing"),
        ("a = 1\n  b = 2\n", "the lines of one block begin one below the other"),
        ("if a:\n    b = 1\n   c = 2\n", "the lines of one block begin one below the other"),
        ("if a:\n        b = 1\n\tc = 2\n", "indent with spaces"),
    ],
)
def test_of_a_line_that_begins_at_a_wrong_place_it_is_told_where_it_begins(code: str, instead: str) -> None:
    assert told(code)[1].partition("; ")[2] == instead


def test_nothing_stands_so_far_to_the_right_that_nobody_sees_it() -> None:
    blanks = " " * MOST_BLANKS
    assert tree(f"a = 1{blanks}# far\nb = 'x{blanks}y'\n")
    wrong = (2, f"more than {MOST_BLANKS} blanks stand before something in this line: readers may miss it")
    for code in (f"a = 1 {blanks}; b = 2", f"a = 'x {blanks}y'", f"a = 1 {blanks}# far", f"a = [1,{' ' + blanks}2]"):
        assert told(f"\n{code}\n") == wrong
    assert told(f"if a:\n {blanks}b = 1\n") == wrong
    assert tree(f"if a:\n{blanks}b = 1{blanks}   \n")
