"""Who forgets to look at the kind of a vote is told: an award for proposals would be one for every motion."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import every_kind
from engine.law.rulebook import read
from tests.island import rule

MOTION = 'def move(player):\n    open_poll("motion", "Shall we?")\n\n'
OPEN = 'def open_it(player):\n    open_poll("proposal", "Songs", thread = 12)\n'


def told(front: str, body: str, opens: str = MOTION + OPEN) -> list[str]:
    law = {
        "rules/x/119-open.md": rule(119, "Open", code=opens),
        "rules/x/120-award.md": rule(120, "Award", front=front, code=f"def f(*given):\n    {body}\n"),
    }
    return [f"{p.line} {p.message}" for p in every_kind.warnings(read("x", law, new_host(), FIELDS)[0])]


@pytest.mark.parametrize("front", ["on:\n  adopted: f\n", "on:\n  voted: f\n"])
def test_what_takes_every_vote_for_its_own_is_told(front: str) -> None:
    said = '5 `f` hears of votes of every kind, `motion` and `proposal`, and never looks at `poll["kind"]`'
    assert told(front, 'reply(given[0]["author"])') == [said]
    assert told(front, 'reply(given[0]["kind"])') == []
    assert told(front, 'reply(given[0]["number"])') == []


def test_where_there_is_one_kind_of_votes_nothing_is_said() -> None:
    assert told("on:\n  adopted: f\n", 'reply("Fine.")', OPEN) == []


def test_how_votes_look_may_be_said_for_all() -> None:
    assert told("answers:\n  verdict: f\n  counted_ballots: f\n", "pass") == []


@pytest.mark.parametrize("body", ["pass", 'return get("players", "ana")'])
def test_who_does_nothing_takes_no_vote_for_its_own(body: str) -> None:
    assert told("on:\n  adopted: f\n", body) == []


@pytest.mark.parametrize("body", ['refuse("No.")', "return helped()\n\ndef helped():\n    announce(str(1))"])
def test_who_does_something_by_the_way_of_others_is_told(body: str) -> None:
    assert len(told("on:\n  adopted: f\n", body)) == 1
