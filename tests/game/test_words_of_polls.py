"""What rules say of a poll: lines in its status comment, how it came out, and what they keep with it."""

from __future__ import annotations

from engine.game.examples.example_stage import Stage
from engine.game.prospects.boards import draw
from engine.store import guard
from tests.island import RULESET, failures, rule, with_rules

FRONT = """overrides: [councils]
adjusts: {poll_lines: say_more}
answers: {outcome: in_words, resolves_itself: when_two}
commands:
  - {usage: "/bump <poll>", run: bump, help: x}
"""
CODE = """def say_more(lines, poll):
    return lines + ["@everyone, ana has %d shells, bumped %d" % (get("players", "ana")["shells"], poll["data"].get("bumps", 0))]

def in_words(poll, tally):
    return "the yays have it" if poll["kind"] == "council" else None

def when_two(poll, tally):
    return tally["voters"] == 2

def bump(player, key):
    poll = get("polls", key)
    put("polls", key, poll | {"data": poll["data"] | {"bumps": poll["data"].get("bumps", 0) + 1}})
"""
LAW = with_rules({"120-polls.md": rule(120, "Polls", front=FRONT, code=CODE)})
GIVEN = "given: {players: {ana: {active: true, shells: 3}, bo: {active: true}}}\n"
BEGUN = (
    GIVEN
    + "when:\n  - {by: ana, says: /council Why?}\n  - {by: ana, says: /bump council/1}\n  - {by: ana, says: yay, on: 101}\n"
)


def test_data_can_be_changed_and_the_outcome_is_in_words_of_the_rule() -> None:
    case = (
        BEGUN
        + "  - {by: bo, says: yay, on: 101}\nthen: {polls: {council/1: {data: {bumps: 1}, outcome: the yays have it, status: adopted}}}\n"
    )
    assert failures(case, LAW) == []


def test_the_lines_stand_in_the_status_comment_made_harmless_and_are_drawn_anew() -> None:
    stage = Stage(guard.load(BEGUN), LAW, RULESET)
    assert stage.play() == []
    text = draw(stage.world, ["council/1"], stage.now)["council/1"]["text"]
    assert "ana has 3 shells, bumped 1" in text and "@everyone" not in text
    stage.step({"by": "ana", "says": "/give 1 shell to bo"})
    assert "council/1" in stage.world.moment.polls, "what was said may be otherwise now"


def test_a_rule_whose_lines_fail_is_named_and_the_board_is_drawn() -> None:
    law = with_rules(
        {
            "120-polls.md": rule(
                120, "Polls", front="adjusts: {poll_lines: f}\n", code="def f(lines, poll):\n    return 3\n"
            )
        }
    )
    stage = Stage(guard.load(BEGUN.replace("  - {by: ana, says: /bump council/1}\n", "")), law, RULESET)
    assert stage.play() == []
    text = draw(stage.world, ["council/1"], stage.now)["council/1"]["text"]
    assert "polls" in text and "1 yay" in text


def test_whoever_a_rule_names_twice_among_the_voters_is_one_of_them() -> None:
    front = "adjusts: {electorate: more}\ncommands: [{usage: /duel, run: duel, help: x}]\n"
    code = (
        'def more(electors, poll):\n    return electors + ["ana"]\n\n'
        'def duel(player):\n    open_poll("duel", "Who?", electorate = ["bo", "bo"])\n'
    )
    case = (
        "given: {players: {ana: {active: true}, bo: {active: true}}}\n"
        "when:\n  - {by: ana, says: /council Why?}\n  - {by: ana, says: /duel}\n"
        "then: {tally: {council/1: {electorate: 2, electors: [ana, bo]}, duel/1: {electorate: 2, electors: [bo, ana]}}}\n"
    )
    assert failures(case, with_rules({"120-polls.md": rule(120, "Polls", front=front, code=code)})) == []


def test_a_poll_is_found_by_a_number_that_was_divided() -> None:
    code = 'def ask(player):\n    half = here()["number"] / 2\n    reply("%d %s" % (tally(2 * half)["received"], get("polls", 2 * half)["subject"]))\n'
    law = with_rules({"120-half.md": rule(120, "Half", front="commands: [{usage: /half, run: ask}]\n", code=code)})
    case = (
        GIVEN
        + "when:\n  - {by: ana, says: /council Why?}\n  - {by: bo, says: yay, on: 101}\n  - {by: ana, says: /half, on: 101}\n"
        + "then: {replies: [1 Why]}\n"
    )
    assert failures(case, law) == []
