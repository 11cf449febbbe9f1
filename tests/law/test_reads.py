"""A field that code reads and no rule declares is told where it is read: as after the rule is gone that kept it."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import front_matter, records
from engine.law.documents.mentioned import ANY, Name, mentioned
from engine.law.rulebook import read
from tests.island import rule

KEEPS = rule(
    1,
    "Keeps",
    front="state:\n  huts:\n    size: {type: integer, default: 0}\n  players: {shells: {type: integer, default: 0}}\n",
)


def warned(lines: str, *, keeps: str = KEEPS) -> list[str]:
    body = "".join(f"    {line}\n" for line in lines.splitlines())
    law = {"rules/x/1-keeps.md": keeps, "rules/x/2-reads.md": rule(2, "Reads", code=f"def f(player, hut):\n{body}")}
    return [f"{one.line}: {one.message}" for one in records.undeclared(read("x", law, new_host(), FIELDS)[0])]


@pytest.mark.parametrize(
    "lines",
    [
        'get("huts", player)["sise"]',
        'h = get("huts", player)\nreturn h["sise"]',
        'return [get("huts", k)["sise"] for k in keys("huts")]',
    ],
)
def test_a_field_nobody_declares_is_told_with_the_nearest(lines: str) -> None:
    (said,) = warned(lines)
    at = 9 + lines.count("\n")
    assert said == f"{at}: get: no rule declares the field `sise` of huts; did you mean `size`?"


@pytest.mark.parametrize(
    "lines",
    [
        'get("huts", player)["size"]',
        'get("huts", player).get("sise")',
        'hut = get("huts", player)\nreturn hut["sise"]',  # a parameter before: it may be anything
        'h = get("huts", player) or {"sise": 1}\nreturn h["sise"]',
        'h = get("huts", player)\nh = {"sise": 1}\nreturn h["sise"]',
        'h = get("huts", player)\nh["sise"] = 1',
        'get("players", player)["active"] and get("players", player)["login"]',
        'get("polls", hut)["number"]',
    ],
)
def test_what_may_be_there_is_left_alone(lines: str) -> None:
    assert warned(lines) == []


def test_what_a_rule_kept_that_is_gone_is_told_where_it_is_read() -> None:
    gone = rule(1, "Keeps", front="state: {huts: {door: {type: string, default: oak}}}\n")
    (said,) = warned('get("huts", player)["size"]', keeps=gone)
    assert "no rule declares the field `size` of huts" in said


@pytest.mark.parametrize(
    ("size", "why"), [("12", "12 is greater than the maximum of 10"), ("wide", "must be a whole number, and is 'wide'")]
)
def test_a_first_record_that_breaks_a_constraint_is_told_where_it_stands(size: str, why: str) -> None:
    text = rule(
        1,
        "Keeps",
        front="state:\n  huts:\n    size: {type: integer, maximum: 10, default: 0}\nrecords:\n  huts:\n    ana: {}\n    bo: {size: X}\n",
    )
    (said,) = front_matter.beginnings(read("x", {"rules/x/1-keeps.md": text.replace("X", size)}, new_host(), FIELDS)[0])
    assert said.line == 10 and f"size of huts bo: {why}" in said.message
    assert (
        list(front_matter.beginnings(read("x", {"rules/x/1-keeps.md": text.replace("X", "10")}, new_host(), FIELDS)[0]))
        == []
    )


def test_a_field_of_the_game_is_one_of_the_record_that_is_read_without_a_key() -> None:
    keeps = KEEPS.replace("state:\n", "state:\n  game: {tide: {type: integer, default: 0}}\n")
    (said,) = warned('return get("game")["tyde"]', keeps=keeps)
    assert said == "9: get: no rule declares the field `tyde` of game; did you mean `tide`?"


@pytest.mark.parametrize(
    ("function", "asked"),
    [
        ("def f():\n    ask(mood)\n", Name("calm")),
        ("def f(mood):\n    ask(mood)\n", Name(ANY, whole=False)),
        ("def f():\n    mood = now()\n    ask(mood)\n", Name(ANY, whole=False)),
    ],
    ids=["at the top", "a parameter", "within"],
)
def test_a_name_stands_for_the_text_at_the_top_where_no_function_has_another_of_it(function: str, asked: Name) -> None:
    assert mentioned(f'mood = "calm"\n\n{function}').asked == (asked,)
