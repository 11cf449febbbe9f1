"""What stands in no function runs when a rule is read, also one that is only proposed: it can do nothing in a game, and is told nothing of it."""

from __future__ import annotations

import pytest

from engine.game.words.registry import WORDS
from engine.law.documents import vocabulary
from tests.island import failures, rule, with_rules

FRONT = "commands:\n  - {usage: /top, run: top, help: x}\n"
GIVEN = "given: {players: {ana: {active: true}, bo: {active: true, shells: 3}}}\n"
NOTHING = "  players: {ana: {shells: 0}, bo: {shells: 3}}\n  game: {over: null}\n"
CALLS = {
    "get": 'get("players", "bo")',
    "put": 'put("players", "ana", {"shells": 500})',
    "remove": 'remove("players", "bo")',
    "roll": 'roll("1d6")',
    "announce": 'announce("Hear me.")',
    "refuse": 'refuse("No.")',
    "tell": 'tell("acted", "ana")',
    "enact": 'enact("Songs", "We sing.", "so it is")',
    "open_poll": 'open_poll("council", "Why?")',
    "now": "now()",
    "active_players": "active_players()",
    "win": 'win(["ana"], "Because.")',
    "end_game": 'end_game("Because.")',
}
RECKONED = {
    "sum([1, 2])": 3,
    "floor(2.5)": 2,
    "ceil(2.5)": 3,
    "round_half_up(2.5)": 3,
    "hours(1)": 3600,
    "days(1)": 86400,
}


def law(above: str, shown: str = "1") -> str:
    return rule(120, "Top", front=FRONT, code=f"{above}\n\ndef top(player):\n    reply(str({shown}))\n")


def proposed(text: str) -> str:
    written = text.replace('"', '\\"').replace("\n", "\\n")
    return f'  - {{by: ana, opens: {{pull: 12, title: 108 Top, changes: {{120-top.md: "{written}"}}}}}}\n'


@pytest.mark.parametrize("word", CALLS)
def test_a_word_outside_of_functions_does_nothing_when_its_rule_is_put_to_the_vote(word: str) -> None:
    said = f"`rules/island/120-top.md:10: '{word}' is called outside of all functions"
    for above in (CALLS[word], f"X = {CALLS[word]}", f"def early():\n    return {CALLS[word]}\n\nX = early()"):
        at = said if not above.startswith("def") else "is called outside of all functions"
        case = f'{GIVEN}when:\n{proposed(law(above))}  - {{by: ana, says: /open, on: 12, refused: "{at}"}}\nthen:\n{NOTHING}'
        assert failures(case) == [], above


@pytest.mark.parametrize("word", CALLS)
def test_a_rule_in_force_that_calls_one_there_does_not_work_and_is_alone_in_it(word: str) -> None:
    steps = "when:\n  - {by: ana, says: /top, refused: is called outside of all functions}\n  - {by: bo, says: /help}\n"
    assert failures(f"{GIVEN}{steps}then:\n{NOTHING}", with_rules({"120-top.md": law(CALLS[word])})) == []


@pytest.mark.parametrize("call", RECKONED)
def test_what_is_reckoned_there_needs_no_game(call: str) -> None:
    case = f"{GIVEN}when: [{{by: ana, says: /top}}]\nthen: {{replies: ['{RECKONED[call]}']}}\n"
    assert failures(case, with_rules({"120-top.md": law(f"X = {call}", "X")})) == []


def test_a_word_may_be_called_by_another_name_that_is_given_there() -> None:
    case = f"{GIVEN}when: [{{by: ana, says: /top}}]\nthen: {{replies: [bo]}}\n"
    assert failures(case, with_rules({"120-top.md": law("who = active_players", "who()")})) == []


def test_every_word_is_lent_and_none_is_forgotten_there() -> None:
    assert set(WORDS) == vocabulary.WORDS and {call.partition("(")[0] for call in RECKONED} < set(WORDS)
