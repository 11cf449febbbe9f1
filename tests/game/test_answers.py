"""What an answer of the law must look like: its proper form goes on, and of anything else it is said what it should have been."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.consulting.answers import SHAPES, BadAnswer, shaped
from engine.store.splice import LARGEST_NUMBER
from tests.island import failures, rule, with_rules

BALLOT = {"voter": "ana", "choice": "yay"}
WHOLE = {"first": 0, "at": 0, "comment": None, "edited": False, "deleted": False, "weight": 1}
MOST = 10**9
GOOD: list[tuple[str, Any, Any]] = [
    *[(question, number, number) for question in ("proposal_number", "rule_number") for number in (1, LARGEST_NUMBER)],
    ("rule_number", 7.0, 7),
    ("rule_number", "7", 7),
    ("rule_number", "99999", 99_999),
    ("electorate", ("ana", "bo"), ["ana", "bo"]),
    ("electorate", [], []),
    ("status_lines", ["One."], ["One."]),
    ("poll_lines", ("One.",), ["One."]),
    ("ballot", "yay", "yay"),
    ("ballot", "x" * 100, "x" * 100),
    ("ballot", None, ""),
    ("ballot", False, ""),
    ("counted_ballots", [], []),
    ("counted_ballots", (BALLOT,), [BALLOT | WHOLE]),
    ("counted_ballots", [BALLOT | {"comment": 3, "weight": 0.5}], [BALLOT | WHOLE | {"comment": 3, "weight": 0.5}]),
    ("counted_ballots", [BALLOT | {"weight": MOST}], [BALLOT | WHOLE | {"weight": MOST}]),
    ("counted_ballots", [BALLOT | {"party": ["left"]}], [BALLOT | WHOLE | {"party": ["left"]}]),
    ("electorate", ["x" * 200], ["x" * 200]),
    ("counted_ballots", [BALLOT | {"weight": -MOST}], [BALLOT | WHOLE | {"weight": -MOST}]),
    ("verdict", "adopted", "adopted"),
    ("verdict", "rejected", "rejected"),
    ("verdict", "open", "open"),
    ("takes_effect", "now", "now"),
    ("takes_effect", "d" * 100, "d" * 100),
    ("outcome", None, ""),
    ("outcome", "o", "o"),
    ("outcome", "o" * 200, "o" * 200),
    *[(question, 1, True) for question in ("quorum", "resolves_itself", "law_goes_on", "may_be_named")],
    *[(question, None, False) for question in ("quorum", "resolves_itself", "law_goes_on", "may_be_named")],
    ("what nobody knows", {"any": 1}, {"any": 1}),
]
LONG_NAMES = "a list of names, each of at most 200 characters, 2,000,000 together"
LONG_BALLOTS = "a list of ballots by voters of at most 200 characters for choices of 100"
NUMBER, NAMES, TEXTS = f"a whole number from 1 to {LARGEST_NUMBER}", "a list of names", "a list of texts"
CHOICE = "a text of at most 100 characters, or None"
OUTCOME = "a text of 1 to 200 characters, or None"
OCCASION = "now, or the name of an occasion that a rule tells"
WRONG: list[tuple[str, Any, str]] = [
    *[("rule_number", answer, NUMBER) for answer in (0, LARGEST_NUMBER + 1, 7.5, "0", "-7", "seven", "²", True, None)],
    ("rule_number", "000007", NUMBER),
    *[("electorate", answer, NAMES) for answer in ("ana", {"ana": 1}, ["ana", 2], None)],
    *[("electorate", answer, LONG_NAMES) for answer in (["x" * 201], [str(n) * 40 for n in range(100_000, 109_000)])],
    *[("status_lines", answer, TEXTS) for answer in ("One.", [1], None)],
    *[("ballot", answer, CHOICE) for answer in ("x" * 101, 1, True, ["yay"])],
    *[("counted_ballots", answer, "a list of ballots") for answer in ("yay", BALLOT, ["yay"], None)],
    *[
        ("counted_ballots", [BALLOT | {part: wrong}], f"a list of ballots, and the `{part}` of this one is none")
        for part, wrong in [
            ("voter", 1),
            ("choice", None),
            ("first", 1.5),
            ("at", "now"),
            ("comment", "3"),
            ("edited", 1),
            ("deleted", None),
            ("weight", True),
            ("weight", "1"),
        ]
    ],
    *[("counted_ballots", [BALLOT | {part: "x" * 201}], LONG_BALLOTS) for part in ("voter", "choice")],
    *[
        (
            "counted_ballots",
            [BALLOT | {part: value}],
            "a list of ballots, and the time or the comment of this one is none",
        )
        for part in ("first", "at", "comment")
        for value in (10**18, -(10**18))
    ],
    (
        "counted_ballots",
        [BALLOT | {"party": {"x": "y" * 1_000}}],
        "a list of ballots, with no more than 1000 characters beside what a ballot has",
    ),
    ("counted_ballots", [BALLOT | {"party": 10**18}], "a list of ballots, and a number is too large in this one"),
    ("counted_ballots", [BALLOT | {"weight": MOST + 1}], f"a list of ballots that weigh at most {MOST}"),
    ("counted_ballots", [BALLOT | {"weight": -MOST - 1}], f"a list of ballots that weigh at most {MOST}"),
    *[("verdict", answer, "adopted, rejected or open") for answer in ("yes", "", None, True)],
    *[("takes_effect", answer, OCCASION) for answer in ("", "d" * 101, None, True, "adopted")],
    *[("outcome", answer, OUTCOME) for answer in ("", "o" * 201, 1, False)],
]


@pytest.mark.parametrize(("question", "answer", "form"), GOOD)
def test_a_good_answer_goes_on_in_its_proper_form(question: str, answer: Any, form: Any) -> None:
    found = shaped(question, answer)
    assert (found, type(found)) == (form, type(form))


@pytest.mark.parametrize(("question", "answer", "should"), WRONG)
def test_of_a_wrong_answer_it_is_said_what_it_should_have_been(question: str, answer: Any, should: str) -> None:
    with pytest.raises(BadAnswer) as told:
        shaped(question, answer)
    assert str(told.value) == should


def test_each_question_has_its_cases() -> None:
    assert {question for question, _, _ in GOOD} - {"what nobody knows"} == set(SHAPES)


def test_what_is_handed_on_is_the_rules_list_no_more() -> None:
    answer = ["ana"]
    shaped("electorate", answer).append("bo")
    assert answer == ["ana"]


@pytest.mark.parametrize("answer", ["True", "0", "''", "'  '", "['no']", "{}"])
def test_what_forbids_an_act_says_why_or_it_is_the_rules_fault(answer: str) -> None:
    front = "forbids: {give: f}\n"
    code = f"def f(player, *given):\n    return {answer}\n"
    case = (
        "given: {players: {ana: {active: true, shells: 3}, bo: {active: true}}}\nwhen:\n"
        "  - {by: ana, says: /give 1 shell to bo, refused: its answer to the act give must be a text that says why not}\n"
    )
    assert failures(case, with_rules({"120-try.md": rule(120, "Try", front=front, code=code)})) == []


@pytest.mark.parametrize(("answer", "received"), [("False", 0), ("''", 0), ("None", 1)])
def test_false_says_that_a_word_is_no_vote_and_none_leaves_it_to_others(answer: str, received: int) -> None:
    front = "answers: {ballot: f}\n"
    code = f"def f(poll, text):\n    return {answer}\n"
    case = (
        "given: {players: {ana: {active: true}, bo: {active: true}}}\nwhen:\n"
        "  - {by: ana, says: /council Why?}\n"
        "  - {by: ana, says: yay, on: council/1}\n"
        f"then: {{tally: {{council/1: {{received: {received}}}}}}}\n"
    )
    assert failures(case, with_rules({"120-try.md": rule(120, "Try", front=front, code=code)})) == []
