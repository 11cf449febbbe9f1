"""A timer that is set to a length of time, where a moment is meant, is warned of."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import spans
from engine.law.rulebook import read
from tests.island import rule


def told(call: str) -> list[str]:
    """What is told of that line, and of no other."""
    code = f"def sing(player):\n    {call}\n\ndef hum():\n    pass\n"
    text = rule(120, "Songs", code=code)
    found = list(spans.warnings(read("x", {"rules/x/120-songs.md": text}, new_host(), FIELDS)[0]))
    assert [text.splitlines()[problem.line - 1].strip() for problem in found] == [call] * len(found)
    return [problem.message for problem in found]


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("hours(1)", "hours(1)"),
        ("days(2) + hours(3)", "days(2) + hours(3)"),
        ("24 * hours(1)", "24 * hours(1)"),
        ("3600", "3600"),
        ("999999999", "999999999"),
        ("0.5", "0.5"),
    ],
)
def test_a_length_is_told_with_what_was_meant(given: str, named: str) -> None:
    (line,) = told(f'set_timer("a", {given}, "hum")')
    assert line == f"`set_timer` takes a moment, and `{named}` is a length of time: write `now() + {named}`"


def test_so_is_one_given_by_name() -> None:
    assert len(told('set_timer(name = "a", run = "hum", at = days(1))')) == 1


@pytest.mark.parametrize(
    "call",
    [
        'set_timer("a", now() + hours(1), "hum")',
        'set_timer("a", hours(1) + now(), "hum")',
        'set_timer("a", 1893456000, "hum")',
        'set_timer("a", 1000000000, "hum")',
        'set_timer("a", due, "hum")',
        'set_timer("a", max(now(), 0), "hum")',
        'set_timer("a")',
        'sing(hours(1), hours(2), "hum")',
        'cancel_timer("a")',
    ],
)
def test_moments_and_whatever_may_be_one_are_let_be(call: str) -> None:
    assert told(call) == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ('"hmu"', "there is no `hmu`; did you mean `hum`?"),
        ('"hum", hut = 1', "`hum` takes (), and this timer gives (hut)"),
        ('"sing"', "`sing` takes (player), and this timer gives ()"),
        ('"sing", palyer = player', "`sing` takes (player), and this timer gives (palyer)"),
    ],
)
def test_a_timer_that_cannot_go_off_is_told(given: str, said: str) -> None:
    (line,) = told(f'set_timer("a", now() + hours(1), {given})')
    assert said in line


@pytest.mark.parametrize(
    "given", ['"sing", player = player', '"sing", **{"player": player}', '"hu" + "m"', "run = player"]
)
def test_one_that_can_or_of_which_nobody_knows_is_not(given: str) -> None:
    assert told(f'set_timer("a", now() + hours(1), {given})') == []


def test_what_the_function_takes_by_a_name_of_the_words_own_is_told_to_need_another() -> None:
    (line,) = told('set_timer("a", now() + days(1), "hum", name = player)')
    assert line == "`set_timer` takes `name` itself: what is handed over to `hum` needs another name"
