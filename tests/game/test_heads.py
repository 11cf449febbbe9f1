"""Heads are counted apart from what their votes weigh, and a weight that changes is shown anew."""

from __future__ import annotations

from engine.game.examples.example_stage import Stage
from engine.game.words.registry import new_host
from tests.island import RULESET, failures, rule, with_rules

WEIGHTS = (
    rule(
        120,
        "Weights",
        front="adjusts: {counted_ballots: weigh}\n",
        code='def weigh(ballots, poll):\n    return [b | {"weight": get("players", b["voter"])["shells"]} for b in ballots]\n',
    )
    .replace("(ballots, poll)", "(counted, poll, ballots)")
    .replace("in ballots]", "in counted]")
)


def test_a_tally_tells_heads_from_weights() -> None:
    case = """
given: {players: {ana: {active: true, shells: 3}, bo: {active: true, shells: 2}, cy: {active: true}}}
when:
  - {by: ana, says: /council Why?}
  - {by: ana, says: yay, on: 101}
  - {by: bo, says: nay, on: 101}
then: {tally: {council/1: {voters: 2, cast: 5, yay: 3, nay: 2, electorate: 3}}}
"""
    assert failures(case, with_rules({"120-weights.md": WEIGHTS})) == []


def test_a_weight_that_changes_is_shown_anew() -> None:
    """A gift between the votes: nothing of the poll changed, and its board is drawn again with other weights."""
    players = {"ana": {"active": True, "shells": 3}, "bo": {"active": True, "shells": 2}, "cy": {"active": True}}
    stage = Stage({"given": {"players": players}}, with_rules({"120-weights.md": WEIGHTS}), RULESET, new_host())
    for by, says, on in (("ana", "/council Why?", None), ("ana", "yay", "council/1"), ("bo", "nay", "council/1")):
        assert not stage.step({"by": by, "says": says, **({"on": on} if on else {})})

    def wished() -> int:
        wish = stage.world.records.get("outbox", "status/council/1") or {}
        return int(wish["since"].split("/")[1])

    since, before = wished(), stage.folding.finish(stage.now).boards["council/1"]["text"]
    assert not stage.step({"by": "ana", "says": "/give 2 shells to bo"})
    assert wished() == since + 1  # because of the gift, not because it is wished for still
    after = stage.folding.finish(stage.now).boards["council/1"]["text"]
    assert "3 yay, 2 nay" in before
    assert "1 yay, 4 nay" in after
