"""What only answers, or forbids, changes nothing: who writes it otherwise is told before anybody is asked."""

from __future__ import annotations

import inspect

import pytest

from engine.game.catalogue import QUESTIONS
from engine.game.words.registry import WORDS, new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import only_asked
from engine.law.documents.vocabulary import CHANGING
from engine.law.rulebook import read
from tests.island import rule


def told(front: str, body: str) -> list[str]:
    code = f"def f(*given):\n    help()\n\ndef help():\n    {body}\n"
    law = {"rules/x/120-loud.md": rule(120, "Loud", front=front, code=code)}
    found = only_asked.warnings(read("x", law, new_host(), FIELDS)[0], QUESTIONS)
    return [f"{p.line} {p.message.partition(': ')[0]}" for p in found]


@pytest.mark.parametrize("front", ["answers:\n  verdict: f\n", "adjusts:\n  electorate: f\n", "forbids:\n  vote: f\n"])
def test_an_answer_or_a_prohibition_that_would_change_something_is_told(front: str) -> None:
    assert told(front, 'announce("Hear!")') == ["5 `f` only answers, and fails where it comes to `announce`"]
    assert told(front, 'put("players", "ana", {})\n    roll("1d6")') == [
        "5 `f` only answers, and fails where it comes to `put` or `roll`"
    ]
    assert told(front, 'refuse("No.")\n    get("players", "ana")\n    now()') == []


def test_what_hears_of_something_or_is_asked_by_rules_may_change_what_it_likes() -> None:
    assert told("on:\n  adopted: f\n", 'announce("Hear!")') == []
    assert told("answers:\n  tax: f\n", 'announce("Hear!")') == []


def test_the_words_that_change_something_are_those_that_must_write() -> None:
    writing = {name for name, word in WORDS.items() if "must_write(" in inspect.getsource(inspect.unwrap(word))}
    drawn = {"roll", "dice"}  # by way of what reads the notation
    assert writing | drawn == CHANGING
