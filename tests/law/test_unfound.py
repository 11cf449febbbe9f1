"""What somebody writes may name no record: a command that never looks fails, and tells players to have the rule mended."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import unfound
from engine.law.rulebook import read
from tests.island import rule

LOOKS = 'lot = get("lots", name)\n    '


def told(body: str, usage: str = "/own <name>") -> list[str]:
    front = f"commands: [{{usage: {usage}, run: own, help: Buy a lot.}}]\n"
    law = {"rules/x/120-lots.md": rule(120, "Lots", front=front, code=f"def own(player, name):\n    {body}\n")}
    found = unfound.warnings(read("x", law, new_host(), FIELDS)[0])
    return [f"{p.line} {p.message.partition(':')[0]}" for p in found]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (LOOKS + 'reply(lot["owner"])', 11),
        (LOOKS + 'if lot["owner"] != player:\n        refuse("No.")', 11),
        (LOOKS + 'put("lots", name, lot | {"owner": player})', 11),
        ('reply(get("lots", name)["owner"])', 10),
        ('put("lots", name, get("lots", name) | {"owner": player})', 10),
    ],
)
def test_a_record_that_need_not_be_there_is_told_of_where_a_field_of_it_is_taken(body: str, line: int) -> None:
    assert told(body) == [f"{line} `name` is whatever somebody writes"]


@pytest.mark.parametrize("kind", ["integer", "number", "text", "word"])
def test_so_it_is_of_whatever_kind_that_is(kind: str) -> None:
    usage = f"/own <name>, arguments: {{name: {{type: {kind}}}}}"
    assert told('reply(get("lots", name)["owner"])', usage) == ["10 `name` is whatever somebody writes"]


@pytest.mark.parametrize(
    "body",
    [
        LOOKS + 'if lot == None:\n        refuse("No.")\n    reply(lot["owner"])',
        LOOKS + 'if not lot:\n        refuse("No.")\n    reply(lot["owner"])',
        'if name not in keys("lots"):\n        refuse("No.")\n    reply(get("lots", name)["owner"])',
        'must_be_one(name)\n    reply(get("lots", name)["owner"])\n\ndef must_be_one(name):\n    pass',
        'reply((get("lots", name) or {"owner": "nobody"})["owner"])',
        'reply(get("players", player)["login"])',
    ],
)
def test_where_the_rule_has_looked_nothing_is_said(body: str) -> None:
    assert told(body) == []


def test_a_player_that_is_named_is_there() -> None:
    assert told('reply(get("players", name)["login"])', "/greet <name>, arguments: {name: {type: player}}") == []
