"""A vote that no rule would ever decide is told of where it is opened: all may say yay, and nothing comes of it."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import undecided
from engine.law.rulebook import read
from tests.island import rule

FEAST = 'def ask_all(player):\n    open_poll("feast", "A feast?")\n'
OF_PROPOSALS = 'def decided(poll, tally):\n    return True if poll["kind"] == "proposal" else None\n\n'


def told(feast: str, other: str = OF_PROPOSALS, front: str = "") -> list[str]:
    proposals = other + 'def open_it(player):\n    open_poll("proposal", "Songs", thread = 12)\n'
    law = {
        "rules/library/endings.star": "def end(key):\n    resolve(key)\n",
        "rules/x/119-proposals.md": rule(
            119, "Proposals", front="answers: {resolves_itself: decided}\n", code=proposals
        ),
        "rules/x/120-feasts.md": rule(120, "Feasts", front=front, code=feast),
    }
    return [
        f"{p.line} {p.message.partition(',')[0]}" for p in undecided.warnings(read("x", law, new_host(), FIELDS)[0])
    ]


def test_a_vote_that_nothing_decides_is_told_of() -> None:
    assert told(FEAST) == ["9 nothing seems to decide a vote of the kind `feast`"]


@pytest.mark.parametrize(
    "more",
    [
        "def end(key):\n    resolve(key)\n",
        'def end():\n    for poll in polls("feast"):\n        resolve(poll["key"])\n',
    ],
)
def test_one_that_is_resolved_by_a_command_or_a_timer_is_decided(more: str) -> None:
    assert told(FEAST + "\n" + more) == []


@pytest.mark.parametrize(("name", "finished"), [("end", True), ("begin", False)])
def test_one_that_is_resolved_by_shared_code_under_another_name_is_decided(name: str, finished: bool) -> None:
    code = f'load("endings", finish = "{name}")\n\n{FEAST}\ndef end_all(key):\n    finish(key)\n'
    assert (told(code) == []) is finished


def test_one_that_resolves_itself_is_decided_by_its_own_rule_or_by_one_for_all() -> None:
    front = "answers: {resolves_itself: at_once}\n"
    assert told(FEAST + '\ndef at_once(poll, tally):\n    return poll["kind"] == "feast"\n', front=front) == []
    assert told(FEAST, 'def decided(poll, tally):\n    return tally["voters"] == tally["electorate"]\n\n') == []


def test_what_is_asked_about_proposals_alone_decides_no_other_vote() -> None:
    assert told(FEAST, 'def decided(poll, tally):\n    return poll["changes"] != [] or None\n\n') != []
