"""What the rules of a game got wrong: goods out of nowhere, turns that jump, halves that go astray."""

from __future__ import annotations

import ast
from typing import Any, Final

from tests.storms.zoo.bug import Bug, Named
from tests.storms.zoo.planting import Plant, RulePlant

FOOD_MAKES_HUNGRY = """\
def eat(village):
    before = village["hunger"]
    _sound_eat(village)
    village["hunger"] = 2 * (before + people(village)) - village["hunger"]"""
THE_FIRST_IS_NEXT = """\
def leave_order(player):
    turn = current()
    behind = turn["player"] if turn["after"] == None else turn["after"]
    _sound_leave_order(player)
    if behind == player:
        set_turn(after = "")"""


def only_known(sound: Any, error: Any) -> Any:
    return [] if error.validator == "additionalProperties" else sound(error)


def unread(sound: Any, code: str) -> Any:
    tree = ast.parse(code)
    return tree, [*ast.walk(tree)]


BUGS: Final = (
    Bug(
        "food makes hungry",
        "A plus for a minus in nomic-bot: twenty-five should have starved, and sixty-five did.",
        (RulePlant("rules/credo/330-hunger.md", FOOD_MAKES_HUNGRY),),
        Named("tests/properties/test_hunger.py::test_a_week_balances"),
    ),
    Bug(
        "when somebody leaves the turn jumps",
        "ndelangen's nomic looked for the leaver's place after taking the leaver out: not found, so the first was next.",
        (RulePlant("rules/library/turns.star", THE_FIRST_IS_NEXT),),
        Named("tests/rulesets/test_frontier.py::test_nobody_has_two_turns_in_a_round_and_nobody_active_is_passed_over"),
    ),
    Bug(
        "halves are rounded to the even side",
        "Python's round makes 2 of two and a half; where a law rounds, a half goes up.",
        (Plant("engine.game.words.arithmetic:round_half_up", lambda sound, world, number: round(number)),),
        Named("tests/game/test_words.py::test_a_word_does_what_the_page_says"),
    ),
    Bug(
        "points become a text",
        "nomic-bot's file of points had a number in quotes for years; sums with it were no sums any more.",
        (Plant("engine.game.consulting.constraints:_broken", lambda sound, *given, **named: None),),
        Named(
            "tests/game/test_engine_commands.py"
            "::test_a_correction_needs_an_administrator_and_a_reason_and_is_told_to_all"
        ),
    ),
    Bug(
        "a misspelt option is passed over",
        "GitConsensus read its settings and ignored what it did not know: the quorum with the slip in it was none.",
        (Plant("engine.law.documents.frontmatter:_told", only_known),),
        Named("tests/law/test_document.py::test_a_problem_is_named_with_its_line"),
    ),
    Bug(
        "what a player writes is run",
        "connect4 put the title of an issue into a script: whoever wrote the title wrote the script.",
        (Plant("engine.law.documents.profile:_parsed", unread),),
        Named("tests/law/test_document.py::test_a_problem_is_named_with_its_line"),
    ),
)
