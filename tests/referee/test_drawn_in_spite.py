"""What ends the judge as something is only shown, be it a proposal that is tried out or a rule in force, takes no count from anybody."""

from __future__ import annotations

import pytest

from engine.game.plan import Limits
from engine.referee.judging.child import ChildJudge
from tests.island import rule, with_rules
from tests.referee.in_memory import Table
from tests.storms.island import KEY

BOMB = (
    "def bang(change, poll):\n"
    '    if len(poll["ballots"]) > 1:\n'
    "        s = [0]\n"
    "        for i in range(60):\n"
    "            s = s + s\n"
    '        win([poll["author"]], "Bang.")\n'
)


def test_a_proposal_that_ends_the_judge_as_it_is_tried_out_is_counted_like_any_other() -> None:
    table = Table()
    bomb = rule(120, "Bang", front="on: {enacted: bang}\n", code=BOMB).replace("rule: 120", "rule: next")
    song = rule(121, "Song").replace("rule: 121", "rule: next")
    pulls = [
        table.island.propose("ana", "Bang", {"rules/island/120-bang.md": bomb}),
        table.island.propose("ana", "Song", {"rules/island/121-song.md": song}),
    ]
    judge = ChildJudge(KEY, limits=Limits(examples=False))
    for pull in pulls:
        table.say("ana", "/open", pull)
    table.run(judge)
    for pull in pulls:
        table.say("bo", "nay", pull)
    table.run(judge)
    for pull in pulls:
        (status,) = [said for said in table.answers(pull) if "nomic:status" in said]
        assert "1 nay" in status and "take too long to count" not in status, status
    assert "takes too long to be tried out" in "".join(table.answers(pulls[0]))
    assert not judge.bugs


ENDLESS = """
def long(found, *about):
    many = [(i * 7919) % 1000003 for i in range(300000)]
    for i in range(90000):
        many = sorted(many, reverse = True)
    return found
"""


@pytest.mark.parametrize("many", [1, 4])
def test_a_rule_in_force_that_ends_the_judge_over_boards_alone_takes_no_count_and_few_rounds(many: int) -> None:
    """The pass judged everything twice more for each poll, and no board had a count."""
    law = with_rules({"140-long.md": rule(140, "Long", front="adjusts: {poll_lines: long}\n", code=ENDLESS)})
    table, judge, folds = Table(law), ChildJudge(KEY, limits=Limits(examples=False)), list[int]()
    fold = judge._fold
    judge._fold = lambda *job: (folds.append(1), fold(*job))[1]  # type: ignore[method-assign]
    text = rule(150, "Song").replace("rule: 150", "rule: next")
    pulls = [table.island.propose("ana", "Song", {f"rules/island/15{n}-song.md": text}) for n in range(many)]
    for pull in pulls:
        table.say("ana", "/open", pull)
        table.say("bo", "nay", pull)
    table.run(judge)
    for pull in pulls:
        (status,) = [said for said in table.answers(pull) if "nomic:status" in said]
        assert "1 nay" in status and "`long` has to say cannot be shown" in status, status
    assert len(folds) <= 4
    assert not judge.bugs
