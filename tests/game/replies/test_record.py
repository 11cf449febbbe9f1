"""The record of what was decided: what was changed is named there, each file once."""

from __future__ import annotations

from typing import cast

from engine.game.owned import PollFacts
from engine.game.proposals.proposal_record import write
from engine.game.proposals.tally import tally
from engine.game.replies import record
from tests.game.replies.samples import says, stage_of
from tests.island import rule, with_rules


def test_files_beside_the_rules_are_named_and_rules_by_what_becomes_of_them() -> None:
    paths = ["engine/cli/main.py", "rules/island/120-songs.md"]
    poll = cast("PollFacts", {"changes": [], "paths": paths})
    told = record._changes(poll, "c" * 64).split("\n\n")
    assert told == ["- `engine/cli/main.py`", f"As it was judged: [`changes/{'c' * 12}`](changes/{'c' * 64}.yaml)"]


def test_a_record_tells_what_each_vote_weighed_and_which_a_rule_added() -> None:
    """Only sums were told: how `3 yay, 1 nay` came of one yay and one nay stood nowhere once the status comment was out of sight."""
    code = """
def weigh(counted, poll, ballots):
    more = [{"voter": "cy", "choice": "yay", "comment": None, "at": now(), "weight": 2}]
    return [b | {"weight": 3 if b["voter"] == "ana" else 1} for b in counted] + more
"""
    elders = rule(120, "Elders", front="adjusts: {counted_ballots: weigh}\n", code=code)
    law = with_rules({"120-elders.md": elders})
    stage = stage_of(says("ana", "yay"), says("bo", "nay"), says("ana", "/resolve"), law=law)
    write(stage.world, "12", tally(stage.world, "12"), quorum=True)
    ballots = str(stage.world.moment.files["proposals/121.md"]).partition("## Ballots")[2]
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in ballots.splitlines() if line.startswith("| **")
    ]
    assert [(row[0], row[1], row[4]) for row in rows] == [
        ("**ana**", "yay", "counted, weighs 3"),
        ("**bo**", "nay", "counted"),
        ("**cy**", "yay", "added by a rule, weighs 2"),
    ]
