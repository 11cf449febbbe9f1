"""A field that a poll or a tally does not have is told of before the first vote is counted, where the rule would fail."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.close_reading import looked_through
from engine.game.words.registry import new_host
from tests.island import rule


def told(front: str, code: str) -> list[str]:
    law = {"rules/x/120-half.md": rule(120, "Half", front=front, code=code)}
    found: list[Any] = [p for p in looked_through("x", law, new_host())[1] if " has no `" in p.message]
    return [f"{p.line} {p.message.partition(':')[0]}" for p in found]


@pytest.mark.parametrize(
    ("front", "head", "reads", "said"),
    [
        ("answers: {verdict: f}\n", "poll, tally", 'tally["total"]', "a tally has no `total`"),
        ("adjusts: {verdict: f}\n", "verdict, poll, tally", 'poll["type"]', "a poll has no `type`"),
        ("on: {voted: f}\n", "player, poll", 'poll["choice"]', "a poll has no `choice`"),
        ("on: {enacted: f}\n", "change, poll", 'change["name"]', "a change has no `name`"),
        (
            "forbids: {open: f}\n",
            "player, proposal",
            'proposal["status"]',
            "a proposal has no `status`",
        ),
    ],
)
def test_what_facts_do_not_have_is_told(front: str, head: str, reads: str, said: str) -> None:
    found = told(front, f"def f({head}):\n    return {reads} or None\n")
    assert [line.partition("; did")[0] for line in found] == [f"10 {said}"]


@pytest.mark.parametrize(
    "reads", ['poll["kind"]', 'poll["data"]["type"]', 'poll["mood"]', 'tally["yay"]', 'poll["title"]']
)
def test_what_they_have_and_what_rules_declare_of_polls_is_not(reads: str) -> None:
    front = "state: {polls: {mood: {type: string}}}\nanswers: {verdict: f}\n"
    assert told(front, f"def f(poll, tally):\n    return {reads} or None\n") == []


def test_of_what_has_been_given_another_value_nothing_is_said() -> None:
    assert (
        told(
            "answers: {verdict: f}\n", 'def f(poll, tally):\n    poll = {"type": 1}\n    return poll["type"] and None\n'
        )
        == []
    )
