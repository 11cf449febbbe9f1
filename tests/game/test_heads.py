"""Heads are counted apart from what their votes weigh, and a weight that changes is shown anew."""

from __future__ import annotations

from tests.island import failures, rule, with_rules

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
