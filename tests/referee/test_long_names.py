"""What a law may make of voters and ballots, and a pass can hold: beyond it that is the fault of the rule, and no pass is stopped."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.referee.judging.child import ChildJudge
from tests.begun import START, begun
from tests.island import rule, with_rules

PEOPLE: Final = {name: {"id": n, "login": name, "active": True} for n, name in enumerate(("ana", "bo"), start=1)}
LAWS: Final = {
    "a voter's name": ("electorate", "voters, poll", 'voters + ["x" * 9000000]'),
    "a choice": ("counted_ballots", "counted, poll, ballots", '[b | {"choice": "x" * 9000000} for b in counted]'),
    "a time": (
        "counted_ballots",
        "counted, poll, ballots",
        '[b | {"first": 1000000000000 * 1000000000000} for b in counted]',
    ),
}


def said(number: int, by: str, text: str, on: int = 1) -> dict[str, Any]:
    actor = {"id": PEOPLE[by]["id"], "login": by, "role": "player"}
    common = {"thread": on, "seen_at": START + 99, "actor": actor, "comment": number, "text": text, "edited": False}
    return {"id": f"comment/{number}", "kind": "said", "time": START + number, **common}


ITS_ISSUE: Final[dict[str, Any]] = {
    "id": "observed/council/1",
    "kind": "observed",
    "time": START + 2,
    "seen_at": START + 99,
    "tag": "council/1",
    "number": 101,
    "thread": None,
    "actor": None,
}


@pytest.mark.parametrize("name", LAWS)
def test_what_is_too_long_to_be_shown_is_the_rules_fault(name: str) -> None:
    question, parameters, value = LAWS[name]
    code = f"def much({parameters}):\n    return {value}\n"
    law = with_rules({"120-much.md": rule(120, "Much", front=f"adjusts: {{{question}: much}}\n", code=code)})
    inbox = [said(1, "ana", "/council Tea?"), ITS_ISSUE, said(3, "bo", "/dive"), said(4, "ana", "yay", 101)]
    judge = ChildJudge(b"k" * 32, "g")
    plan = judge.judge(begun(law, records={"players": PEOPLE}), inbox, START + 60)
    assert judge.bugs == []
    assert plan.outcomes[-1]["fault"]["why"].startswith(f"its answer to {question} must be a list of ")
    assert {outcome["id"]: outcome["is"] for outcome in plan.outcomes}["comment/3"] == "done"
    assert all(len(board["text"]) < 10_000 for board in plan.boards.values())
