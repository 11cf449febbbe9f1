"""A law in which nobody can come to play, or nothing can come to the vote, is told of as a whole."""

from __future__ import annotations

import pytest

from engine.game.close_reading import looked_through
from engine.game.words.registry import new_host
from tests.island import rule

JOIN = "commands: [{usage: /join, who: anyone, run: join}]\n"
JOINING = 'def join(person):\n    put("players", person, {"active": True})\n'
OPEN = "commands: [{usage: /open, run: open}]\n"
OPENING = 'def open(player):\n    open_poll("proposal", "A change", thread = here()["number"])\n'
TO_JOIN, TO_VOTE = rule(101, "Joining", front=JOIN, code=JOINING), rule(102, "Voting", front=OPEN, code=OPENING)
NOBODY, NOTHING = "nobody can become a player", "no change of the rules can be put to the vote"


def told(*rules: str) -> list[str]:
    law = {f"rules/x/{101 + place}-rule-{place}.md": text for place, text in enumerate(rules)}
    found = [p for p in looked_through("x", law, new_host())[1] if p.path == "rules/x"]
    assert {p.severity for p in found} <= {"warning"} and all("`nomic rule law NAME`" in p.message for p in found)
    return [p.message.partition(":")[0] for p in found]


def test_who_begins_with_what_lacks_a_way_in_or_on_is_told_so() -> None:
    song = "---\nrule: 101\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
    assert told(song) == [NOBODY, NOTHING]
    assert told(TO_JOIN) == [NOTHING]
    assert told(TO_VOTE.replace("102", "101")) == [NOBODY]
    assert told(TO_JOIN, TO_VOTE) == []


@pytest.mark.parametrize(
    ("front", "code"),
    [
        ("records: {players: {ana: {id: 1, login: ana, active: true}}}\n", ""),
        ("commands: [{usage: /seat <name>, who: administrators, run: join}]\n", JOINING),
        ("on: {issue_opened: heard}\n", 'def heard(issue):\n    put("players", issue["author"], {"active": True})\n'),
    ],
)
def test_other_ways_to_come_to_play_are_ways(front: str, code: str) -> None:
    assert NOBODY not in told(rule(101, "Another", front=front, code=code))


def test_of_a_law_that_is_not_whole_nothing_is_said() -> None:
    assert (
        told(rule(101, "Broken", front="on: {adopted: lost}\n", code="def lost(poll, tally):\n    return nowhere\n"))
        == []
    )
