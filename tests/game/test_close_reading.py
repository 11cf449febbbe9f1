"""Code that is nested as deeply as a rule's may be, and shared code that is none, stop nobody who reads a law closely."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.game.close_reading import read_closely
from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.rulebook import read
from tests.island import rule

DEEP: dict[str, Callable[[int], str]] = {
    "one elif behind another": lambda n: (
        "    if poll == 0:\n        return 1\n"
        + "".join(f"    elif poll == {i}:\n        return 2\n" for i in range(n))
        + "    else:\n        return 3\n"
    ),
    "one if within another": lambda n: (
        f"    return (\n{''.join(f'1 if poll == {i} else{chr(10)}' for i in range(n))}2)\n"
    ),
    "a long sum": lambda n: f"    return (\n{'1 +' + chr(10):s}{('1 +' + chr(10)) * n}2)\n",
    "a long text": lambda n: f"    return (\n{('str(poll) +' + chr(10)) * n}'')\n",
    "one subscript behind another": lambda n: f"    return (poll\n{('[0]' + chr(10)) * n})\n",
}


@pytest.mark.parametrize("how", DEEP)
def test_code_nested_as_deeply_as_a_rules_may_be_is_read_to_its_end(how: str) -> None:
    code = "def counted(poll):\n" + DEEP[how](1_200)
    law = {
        "rules/x/120-deep.md": rule(120, "Deep", front="answers: {quorum: counted}\n", code=code),
        "rules/x/121-deeper.md": rule(121, "Deeper", front="answers: {quorum: counted}\n", code=code),
        "rules/x/122-doubled.md": rule(122, "Doubled", front="by_hand: true\n", code="def a():\n    pass\n" * 2),
    }
    book, problems = read("x", law, new_host(), FIELDS)
    assert [str(problem) for problem in problems] == []
    assert any("`a` is defined once more" in problem.message for problem in read_closely(book))


def test_beside_shared_code_that_is_none_the_rules_are_read_still() -> None:
    law = {
        "rules/library/bad.star": "def shown(n):\n    while n:\n        return str(n)\n",
        "rules/x/120-bad.md": rule(120, "Bad", front="by_hand: true\n", code='load("bad", "shown")\n'),
        "rules/x/121-songs.md": rule(121, "Songs", front="by_hand: true\n", code="def sing():\n    pass\n" * 2),
    }
    book, problems = read("x", law, new_host(), FIELDS)
    assert any(problem.path == "rules/library/bad.star" and "while" in problem.message for problem in problems)
    assert "bad" in book.loaded.broken
    assert any("`sing` is defined once more" in problem.message for problem in read_closely(book))
