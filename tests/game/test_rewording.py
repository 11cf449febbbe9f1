"""Title and description of a pull request in which a vote is on, comments that become votes by an edit, and what timers carry."""

from __future__ import annotations

from typing import Any

from engine.game.examples.example_stage import Stage
from tests.island import RULESET, failures, rule, with_rules

SONGS = '{108-songs.md: "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nWe sing.\\n"}'
OPEN = f"""
given: {{players: {{ana: {{active: true}}, bo: {{active: true}}}}}}
when:
  - {{by: ana, opens: {{pull: 12, title: 108 Songs, body: Old., changes: {SONGS}}}}}
  - {{by: ana, says: /open, on: 12}}
  - {{by: bo, says: yay, on: 12}}
"""
MOOT = rule(
    190,
    "Moot",
    front="on: {pull_changed: stop}\n",
    code='def stop(poll, what):\n    withdraw(poll["key"], "Its %s is another." % what)\n',
)


def test_a_new_title_or_description_voids_nothing_by_itself() -> None:
    steps = "  - {by: ana, retitles: 12, to: 108 Hymns, ignored: true}\n  - {by: ana, rewrites: 12, to: New., ignored: true}\n"
    assert failures(OPEN + steps + "then: {polls: {12: {status: open}}, tally: {12: {yay: 1}}}") == []


def test_a_rule_hears_of_a_new_title() -> None:
    told = OPEN + "  - {by: ana, retitles: 12, to: 108 Hymns}\nthen: {polls: {12: {status: withdrawn}}}"
    assert failures(told, with_rules({"190-moot.md": MOOT})) == []


def test_a_rule_hears_of_a_new_description_and_not_of_the_same_one() -> None:
    same = "  - {by: ana, rewrites: 12, to: Old., ignored: true}\n"
    other = "  - {by: ana, rewrites: 12, to: New.}\nthen: {polls: {12: {status: withdrawn}}}"
    assert failures(OPEN + same + other, with_rules({"190-moot.md": MOOT})) == []


def test_what_is_told_of_a_closed_vote_is_nothing() -> None:
    steps = (
        "  - {by: ana, closes: 12}\n  - {by: ana, reopens: 12}\n  - {by: ana, rewrites: 12, to: New., ignored: true}\n"
    )
    claim = "then: {polls: {12: {status: withdrawn}}}"
    assert failures(OPEN + steps + claim, with_rules({"190-moot.md": MOOT})) == []


def test_a_rule_can_tell_a_comment_that_became_a_vote_by_an_edit() -> None:
    strict = rule(
        190,
        "No edits",
        front="forbids: {vote: not_by_an_edit}\n",
        code='def not_by_an_edit(player, poll, choice):\n    return "Write anew." if here()["edited"] else None\n',
    )
    steps = "  - {by: ana, says: well, on: 12, label: talk, ignored: true}\n  - {by: ana, edits: talk, to: nay, refused: Write anew}\n"
    claim = "then: {tally: {12: {yay: 1, nay: 0, received: 2, refused: 1}}}"
    assert failures(OPEN + steps + claim, with_rules({"190-no-edits.md": strict})) == []


def test_what_a_timer_carries_may_have_any_name() -> None:
    bell = rule(
        190,
        "Bell",
        front="commands: [{usage: /bell, run: wind, help: Ring later.}]\n",
        code='def wind(player):\n    set_timer("bell", now() + 60, "ring", slug = "ding", function = "dong")\n\n'
        "def ring(slug, function):\n    announce(slug + function)\n",
    )
    steps = """
given: {players: {ana: {active: true}}}
when:
  - {by: ana, says: /bell}
  - {clock: 2026-01-05T12:01:00Z}
then: {replies: [dingdong]}
"""
    assert failures(steps, with_rules({"190-bell.md": bell})) == []


def test_whoever_opens_again_what_was_withdrawn_is_told_so_and_who_gives_it_other_words_while_it_is_closed_is_not() -> (
    None
):
    begun: list[dict[str, Any]] = [
        {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": {"106": {"title": "Divers"}}}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "ana", "closes": 12},
        {"by": "ana", "retitles": 12, "to": "More songs"},
    ]
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": begun}, with_rules({}), RULESET)
    assert stage.play() == []
    assert not any("open again, and the vote is not" in text for text in stage.said)
    assert stage.step({"by": "ana", "reopens": 12}) is None
    assert any("open again, and the vote is not" in text for text in stage.said)
