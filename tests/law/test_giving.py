"""A function that is asked something and gives nothing back is warned of, and one that forbids without a reason."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import functions
from engine.law.rulebook import read
from tests.island import rule


def told(part: str, what: str, *body: str) -> list[str]:
    code = "def f(*given):\n" + "".join(f"    {line}\n" for line in body)
    law = {"rules/x/120-songs.md": rule(120, "Songs", front=f"{part}: {{{what}: f}}\n", code=code)}
    found = functions.giving(read("x", law, new_host(), FIELDS)[0])
    return [str(problem).partition("-songs.md:")[2] for problem in found]


@pytest.mark.parametrize(
    ("part", "what", "said"),
    [
        (
            "answers",
            "quorum",
            "9: `f` never gives anything back, which means that the question is none of this rule's",
        ),
        ("adjusts", "electorate", "9: `f` gives nothing back, and what it is given is lost"),
        ("forbids", "vote", "9: `f` never gives anything back, so it forbids nothing"),
    ],
)
def test_what_gives_nothing_back_is_told(part: str, what: str, said: str) -> None:
    for body in (["x = len(given)"], ["if given:", "    return", "return None"], ["pass"]):
        (line,) = told(part, what, *body)
        assert line.startswith(said)


@pytest.mark.parametrize(("part", "what"), [("answers", "quorum"), ("adjusts", "electorate"), ("forbids", "vote")])
def test_what_may_give_something_back_or_refuses_is_not(part: str, what: str) -> None:
    for body in (["return given[0]"], ["if given:", "    return 'no'"], ["refuse('No.', 'Wait.')"]):
        assert told(part, what, *body) == []


def test_true_is_no_reason_against_an_act_and_an_answer_to_a_question() -> None:
    body = ("if given:", "    return True", "return False")
    assert told("forbids", "vote", *body) == [
        "11: `f` gives True back: a text forbids and says why, None leaves it to others, and False permits"
    ]
    assert told("answers", "quorum", *body) == []


@pytest.mark.parametrize(
    "value", ['date(now())["hour"] < 7', "not given", "given and given[0] == 1", "given[0] in (1, 2)"]
)
def test_a_comparison_is_no_reason_against_an_act_either(value: str) -> None:
    (line,) = told("forbids", "vote", f"return {value}")
    assert line.startswith("10: `f` gives True or False back: a text forbids")
    assert told("answers", "quorum", f"return {value}") == []
    for reason in (f'"It is late." if {value} else None', f'({value}) and "It is late." or None'):
        assert told("forbids", "vote", f"return {reason}") == []


def test_what_only_hears_of_something_need_give_nothing_back() -> None:
    assert told("on", "acted", "pass") == []
