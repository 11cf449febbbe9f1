"""What the rules of a game got wrong: goods out of nowhere, turns that jump, halves that go astray."""

from __future__ import annotations

from typing import Final

from tests.storms.zoo.bug import Bug, Named
from tests.storms.zoo.planting import Plant

HUNGER = "rules/credo/330-hunger.md"

BUGS: Final = (
    Bug(
        "food makes hungry",
        "A plus for a minus in nomic-bot: twenty-five should have starved, and sixty-five did.",
        (Plant(HUNGER, 'people(village) - ask("weekly_harvest"', 'people(village) + ask("weekly_harvest"'),),
        Named("tests/properties/test_hunger.py::test_a_week_balances"),
    ),
    Bug(
        "when somebody leaves the turn jumps",
        "ndelangen's nomic looked for the leaver's place after taking the leaver out: not found, so the first was next.",
        (
            Plant(
                "rules/library/turns.star",
                'turn = turn | {"after": order[at - 1] if at > 0 else ""}',
                'turn = turn | {"after": ""}',
            ),
        ),
        Named("tests/rulesets/test_frontier.py::test_nobody_has_two_turns_in_a_round_and_nobody_active_is_passed_over"),
    ),
    Bug(
        "halves are rounded to the even side",
        "Python's round makes 2 of two and a half; where a law rounds, a half goes up.",
        (
            Plant(
                "engine/game/words/arithmetic.py",
                "return math.floor(Fraction(number) + Fraction(1, 2))",
                "return round(number)",
            ),
        ),
        Named("tests/game/test_words.py::test_a_word_does_what_the_page_says"),
    ),
)
