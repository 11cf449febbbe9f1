"""What is shown is drawn one by one: what takes too long to say of one thread takes no word from any other."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.plan import Limits
from engine.game.prospects.boards import MOST_DEADLY
from engine.referee.judging.child import ChildJudge
from tests.island import rule, with_rules
from tests.referee.in_memory import Table
from tests.storms.island import KEY

# What is called long is looked at for a good part of a second, what is called endless for ever.
WEIGHING = """
def weigh(player, proposal):
    title = proposal["title"]
    many = [(i * 7919) % 1000003 for i in range(300000)] if "long" in title or "endless" in title else []
    for i in range(90000 if "endless" in title else 12):
        many = sorted(many, reverse = True)
    return False
"""
EACH = "nothing in it would be refused"
TOO_LONG = "take too long"


class Weighed(Table):
    """The island, where a rule looks long at some titles, before the product's own judge."""

    def __init__(self) -> None:
        weighing = rule(140, "Weighing", front="forbids: {open: weigh}\n", code=WEIGHING)
        super().__init__(with_rules({"140-weighing.md": weighing}))
        self.child = ChildJudge(KEY, limits=Limits(examples=False))

    def proposed(self, by: str, *titles: str) -> list[int]:
        """Their pull requests, each of a rule of its own."""
        texts = [(title, rule(150 + n, title.title()).replace(f"{150 + n}", "next")) for n, title in enumerate(titles)]
        return [self.island.propose(by, title, {f"rules/island/{title}.md": text}) for title, text in texts]

    def status(self, pull: int) -> str:
        (status,) = [said for said in self.answers(pull) if "nomic:status" in said]
        return status


def test_each_of_many_that_take_long_is_said() -> None:
    table = Weighed()
    pulls = table.proposed("ana", *(f"a-long-song-{n}" for n in range(9)), "a-song")
    table.run(table.child)
    assert [pull for pull in pulls if EACH not in table.status(pull)] == []


def test_one_that_nobody_can_say_takes_no_word_from_others_or_from_a_vote() -> None:
    table = Weighed()
    endless, song, voted = table.proposed("ana", "endless", "a-song", "a-vote")
    table.say("ana", "/open", voted)
    table.run(table.child)
    assert (TOO_LONG in table.status(endless), EACH in table.status(song)) == (True, True)
    assert "2 more yays adopt it" in table.status(voted)


def test_where_many_cannot_be_said_the_others_are_drawn_by_the_next_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each costs all that was judged once more: there is an end to it."""
    table, folds, fold = Weighed(), [0], ChildJudge._fold

    def counted(*job: Any) -> Any:
        folds[-1] += 1
        return fold(*job)

    monkeypatch.setattr(ChildJudge, "_fold", counted)
    *endless, song = table.proposed("ana", *(f"endless-{n}" for n in range(4)), "a-song")
    table.run(table.child)
    folds.append(0)
    table.run(table.child)
    assert folds == [MOST_DEADLY + 2, 2]
    assert [TOO_LONG in table.status(pull) for pull in endless] == [True] * 4
    assert EACH in table.status(song)
    assert not table.child.bugs
