"""Who puts a part of a record as if it were the whole is warned: what other rules keep in it would be set back."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import records
from engine.law.rulebook import read
from tests.island import rule

OTHERS = "state: {game: {tide: {type: integer, default: 0}}, players: {fish: {type: integer, default: 0}}, huts: {size: {type: integer, default: 1}}}\n"
MINE = "state: {game: {pot: {type: integer, default: 0}}, players: {fame: {type: integer, default: 0}}, huts: {door: {type: string, default: red}}}\n"
LOST = "`put` writes the whole record, and {}, which `others` declares, would be set back: write `put({}, get({}) | {{...}})`"


def told(line: str, others: str = OTHERS, more: str = rule(118, "More")) -> list[str]:
    law = {
        "rules/x/118-more.md": more,
        "rules/x/119-others.md": rule(119, "Others", front=others),
        "rules/x/120-songs.md": rule(120, "Songs", front=MINE, code=f"def f(player):\n    {line}\n"),
    }
    found = list(records.wholes(read("x", law, new_host(), FIELDS)[0]))
    assert all((problem.path, problem.line) == ("rules/x/120-songs.md", 10) for problem in found)
    return [problem.message for problem in found]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('put("game", "game", {"pot": 3})', LOST.format("`tide`", '"game", "game"', '"game", "game"')),
        ('put("players", player, {"fame": 3})', LOST.format("`fish`", '"players", key', '"players", key')),
        ('put("players", player, {})', LOST.format("`fish`", '"players", key', '"players", key')),
        (
            'get("players")',
            '`get("players")` is the record `game` of players, which there is not: `keys("players")` are all of them',
        ),
    ],
)
def test_what_would_be_lost_is_named(line: str, said: str) -> None:
    assert told(line) == [said]


def test_of_several_rules_each_is_named() -> None:
    more = rule(118, "More", front="state: {game: {ebb: {type: integer, default: 0}}}\n")
    (line,) = told('put("game", "game", {"pot": 3})', more=more)
    assert "and `ebb` and `tide`, which `more` and `others` declare, would be set back" in line


def test_of_many_fields_some_are_named() -> None:
    fields = ", ".join(f"{name}: {{type: integer, default: 0}}" for name in "abcd")
    (line,) = told('put("game", "game", {"pot": 3})', f"state: {{game: {{{fields}}}}}\n")
    assert "and `a`, `b`, `c` and others, which `others` declares" in line


@pytest.mark.parametrize(
    "line",
    [
        'put("game", "game", get("game") | {"pot": 3})',
        'put("game", "game", {"pot": 3, "tide": 4})',
        'put("players", player, {"active": True})',
        'put("huts", player, {"door": "blue"})',
        'record = {"pot": 3}\n    put("game", "game", record)',
        'get("game")',
        'get("players", player)',
        'get("players", key = player)',
    ],
)
def test_what_keeps_all_or_begins_something_is_not_told(line: str) -> None:
    assert told(line) == []


def test_nothing_is_lost_where_no_other_rule_keeps_anything() -> None:
    assert told('put("game", "game", {})', "by_hand: true\n") == []
