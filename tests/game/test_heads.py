"""Heads are counted apart from what their votes weigh, and a weight that changes is shown anew."""

from __future__ import annotations

from engine.game.examples.example_stage import Stage
from engine.game.proposals.tally import tally
from engine.game.replies import speech
from engine.game.words.registry import new_host
from engine.game.world.facts import poll_facts
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
    assert "**3 yay, 2 nay** by weight; 2 of 3 have voted" in before
    assert "**1 yay, 4 nay** by weight; 2 of 3 have voted" in after


def test_a_verdict_that_went_by_weight_says_so() -> None:
    """Five yays of three voters would be a riddle."""
    players = {
        "ana": {"active": True, "shells": 3},
        "bo": {"active": True, "shells": 1},
        "cy": {"active": True, "shells": 1},
    }
    for heavy, told in ((3, "5 yay by weight, of 3 who could vote"), (1, "3 yay, of 3 who could vote")):
        given = players | {"ana": {"active": True, "shells": heavy}}
        stage = Stage({"given": {"players": given}}, with_rules({"120-weights.md": WEIGHTS}), RULESET, new_host())
        assert not stage.step({"by": "ana", "says": "/council Why?"})
        for voter in players:
            assert not stage.step({"by": voter, "says": "yay", "on": "council/1"})
        key = "council/1"
        assert told in speech.verdict(poll_facts(stage.world, key), tally(stage.world, key))


PROXIES = rule(
    120,
    "Proxies",
    front="adjusts: {counted_ballots: with_cy}\non: {adopted: say_who_wrote}\n",
    code=(
        "def with_cy(counted, poll, ballots):\n"
        '    return counted + [b | {"voter": "cy"} for b in counted if b["voter"] == "ana"]\n\n'
        "def say_who_wrote(poll, tally):\n"
        '    reply(", ".join([b["voter"] for b in tally["ballots"] if b["comment"] != None]) + " wrote")\n'
    ),
)


def test_a_vote_that_a_rule_copies_for_another_is_nobodys_comment() -> None:
    """Who gave it is seen by its comment: a rule that pays those who voted pays nobody for the word of another."""
    case = """
given: {players: {ana: {active: true}, bo: {active: true}, cy: {active: true}}}
when:
  - {by: ana, says: /council Why?}
  - {by: ana, says: yay, on: 101}
  - {by: bo, says: yay, on: 101}
then:
  replies: ["ana, bo wrote"]
  tally: {council/1: {voters: 3, yay: 3, received: 2, added: 1, superseded: 0, refused: 0}}
"""
    assert failures(case, with_rules({"120-proxies.md": PROXIES})) == []


def test_a_vote_that_a_rule_hands_to_another_stands_no_more_as_its_own() -> None:
    handed = PROXIES.replace(
        'counted + [b | {"voter": "cy"} for b in counted if b["voter"] == "ana"]', "HANDED"
    ).replace("HANDED", '[b | {"voter": "cy"} if b["voter"] == "ana" else b for b in counted]')
    case = """
given: {players: {ana: {active: true}, bo: {active: true}, cy: {active: true}}}
when:
  - {by: ana, says: /council Why?}
  - {by: ana, says: yay, on: 101}
  - {by: bo, says: yay, on: 101}
then: {tally: {council/1: {voters: 2, yay: 2, received: 2, added: 1, superseded: 1, refused: 0}}}
"""
    assert failures(case, with_rules({"120-proxies.md": handed})) == []
