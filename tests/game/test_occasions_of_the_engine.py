"""What the engine tells and asks, no rule tells or asks in its stead: who hears it could only fail, and would be blamed."""

from __future__ import annotations

import pytest

from engine.game.catalogue import ALSO_OF_RULES, OCCASIONS, QUESTIONS
from tests.game.test_nonsense import INBOX, engine_note, played, said
from tests.island import failures, rule, with_rules

GIVEN = "given: {players: {ana: {active: true}, bo: {active: true}}}\n"
FRONT = "commands:\n  - {usage: /go, run: go, help: x}\n"
HEARD = rule(
    121,
    "Listens",
    front="on: {voted: hear, acted: greet}\nanswers: {verdict: judge}\n",
    code='def hear(player, poll):\n    announce(poll["key"])\n\ndef greet(player):\n    announce("Well done, " + player)\n\ndef judge(poll, tally):\n    return poll["nothing"]\n',
)


def law(word: str) -> dict[str, str]:
    go = rule(120, "Odd", front=FRONT, code=f"def go(player):\n    {word}\n")
    return with_rules({"120-odd.md": go, "121-listens.md": HEARD})


@pytest.mark.parametrize("occasion", sorted(OCCASIONS.keys() - ALSO_OF_RULES))
def test_an_occasion_of_the_engines_is_told_by_no_rule(occasion: str) -> None:
    for args in ("None, 5", '"ana", get("polls", "1")'):
        case = f"{GIVEN}when:\n  - {{by: ana, says: /go, refused: Rule 120 (Odd) failed}}\n"
        assert failures(case, law(f'tell("{occasion}", {args})')) == []


@pytest.mark.parametrize("args", ["None", "5", "", '"ana", 1', '"a" * 300', '["ana"]'])
def test_that_somebody_acted_is_told_of_one_person_by_name(args: str) -> None:
    wrong = f"{GIVEN}when:\n  - {{by: ana, says: /go, refused: of one person}}\n"
    told = f'tell("acted", {args})' if args else 'tell("acted")'
    assert failures(wrong, law(told)) == []


def test_that_somebody_acted_is_told_by_rules_as_well() -> None:
    case = f'{GIVEN}when:\n  - {{by: ana, says: /go}}\nthen: {{replies: ["Well done, bo"]}}\n'
    assert failures(case, law('tell("acted", "bo")')) == []


@pytest.mark.parametrize("question", sorted(QUESTIONS))
def test_a_question_of_the_referees_is_asked_by_no_rule(question: str) -> None:
    case = f"{GIVEN}when:\n  - {{by: ana, says: /go, refused: Rule 120 (Odd) failed}}\n"
    assert failures(case, law(f'ask("{question}", None, None)')) == []


def test_who_hears_is_not_blamed_for_what_another_tells() -> None:
    code = 'def go(player):\n    tell("voted", None, 5)\n    ask("verdict", None, None)\n'
    plan = played(rule(120, "Odd", front="on: {acted: go}\n", code=code), [said(13, "ana", "/build")])
    assert {f["rule"] for o in plan.outcomes for f in o.get("faults", [])} == {"odd"}


def test_no_change_waits_for_an_occasion_that_no_rule_may_tell() -> None:
    code = 'def later(poll):\n    return "voted"\n'
    plan = played(
        rule(120, "Odd", front="answers: {takes_effect: later}\n", code=code),
        [*INBOX[5:11], said(12, "ana", "/resolve", 9)],
    )
    assert engine_note(plan, "awaiting") == {} and "odd" in engine_note(plan, "faulted")
