"""A proposal that ends the judge when it is only tried out takes no count from anybody, its own among them."""

from __future__ import annotations

from engine.game.plan import Limits
from engine.referee.judging.child import ChildJudge
from tests.island import rule
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
