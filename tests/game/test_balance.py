"""What an act cost its writer, told with the answer to it: the numbers of their own records that are told at all."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from tests.island import RULESET, rule, with_rules

FRONT = (
    "state:\n  players:\n"
    "    luck: {type: integer, default: 0}\n    turns: {type: integer, default: 0, told: false}\n"
    "    stores: {type: object, default: {}}\n"
    'commands:\n  - {usage: "/try <text>", run: attempt, arguments: {text: {type: text}}, help: Try it.}\n'
)
CODE = (
    "def attempt(player, text):\n"
    '    if text != "nothing":\n'
    '        put("players", player, get("players", player) | {"luck": 2, "turns": 9, "stores": {"big fish": 3}})\n'
    '    if text == "bo":\n'
    '        put("players", "bo", get("players", "bo") | {"luck": 5})\n'
    '    announce("So it is.") if text == "aloud" else reply("So it is.")\n'
)
TOLD = "**ana**: luck 0 → 2, stores big fish 0 → 3."


def said(text: str, thread: int = 1) -> list[str]:
    people: dict[str, Any] = {"ana": {"active": True}, "bo": {"active": True}}
    law = with_rules({"120-try.md": rule(120, "Try", front=FRONT, code=CODE)})
    stage = Stage({"given": {"players": people}}, law, RULESET)
    assert stage.step({"by": "ana", "says": f"/try {text}", "on": thread}) is None
    return [*stage.world.moment.replies, *stage.world.moment.said]


@pytest.mark.parametrize("text", ["it", "bo"])
def test_it_is_told_of_the_writers_own_numbers_and_of_those_that_are_told(text: str) -> None:
    assert said(text) == ["So it is.", TOLD]


@pytest.mark.parametrize(("before", "after"), [("null", "3"), ("3", "None")])
def test_a_number_that_was_none_or_is_none_any_more_is_not_told_as_nought(before: str, after: str) -> None:
    kind = f'luck: {{type: [integer, "null"], default: {before}}}'
    front = FRONT.replace("luck: {type: integer, default: 0}", kind)
    code = f'def attempt(player, text):\n    put("players", player, get("players", player) | {{"luck": {after}}})\n    reply("So.")\n'
    stage = Stage(
        {"given": {"players": {"ana": {"active": True}}}},
        with_rules({"120-try.md": rule(120, "Try", front=front, code=code)}),
        RULESET,
    )
    assert stage.step({"by": "ana", "says": "/try it"}) is None
    assert stage.world.moment.replies == ["So."]


def test_where_nothing_of_theirs_changed_nothing_is_told() -> None:
    assert said("nothing") == ["So it is."]


def test_what_is_said_on_the_table_is_followed_by_it_there_and_only_there() -> None:
    assert said("aloud") == ["So it is.", TOLD]
    assert TOLD not in said("aloud", 2)
