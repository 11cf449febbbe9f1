"""What stands twice in one rule, and is run once, is warned of."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import functions
from engine.law.rulebook import read
from tests.island import rule

CODE = "def sing(player, a = None, b = None):\n    pass\n"


def told(commands: str, code: str = CODE) -> list[str]:
    law = {"rules/x/120-songs.md": rule(120, "Songs", front=f"commands:\n{commands}", code=code)}
    return [str(problem) for problem in functions.doubles(read("x", law, new_host(), FIELDS)[0])]


def usages(*given: str) -> list[str]:
    found = told("".join(f'  - {{usage: "{usage}", run: sing, help: x}}\n' for usage in given))
    return [line.split("`")[1] for line in found]


@pytest.mark.parametrize(
    ("given", "hidden"),
    [
        (("/sing", "/sing"), ["/sing"]),
        (("/sing", "/SING"), ["/SING"]),
        (("/sing <song>", "/sing <number>"), ["/sing <number>"]),
        (("/sing [<song>]", "/sing"), ["/sing"]),
        (("/sing", "/sing [<song>]"), []),
        (("/sing all", "/sing <song>"), []),
        (("/sing <song>", "/hum <song>"), []),
        (("/sing alto|bass", "/sing alto"), []),
    ],
)
def test_a_usage_that_no_line_comes_to_is_told(given: tuple[str, ...], hidden: list[str]) -> None:
    assert usages(*given) == hidden


def test_a_function_that_is_defined_again_is_told_where_it_stands() -> None:
    code = "def sing(player):\n    pass\n\ndef hum():\n    pass\n\ndef sing(player):\n    hum()\n"
    (line,) = told("  - {usage: /sing, run: sing, help: x}\n", code)
    assert line.startswith("rules/x/120-songs.md:10: `sing` is defined once more further down, and that one is run")


def test_code_that_does_not_parse_is_for_others_to_tell() -> None:
    assert told("  - {usage: /sing, run: sing, help: x}\n", "def sing(:\n") == []
