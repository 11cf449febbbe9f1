"""Checks of proposals that touch the program: as they are when it is decided, and not as they were when somebody spoke there."""

from __future__ import annotations

import pytest

from tests.island import rule, with_rules
from tests.referee.in_memory import Table

DAY = 86_400
BY_ITSELF = rule(
    120,
    "Checked",
    front="overrides: all\nanswers: {resolves_itself: after_a_day, verdict: checked}\n",
    code=(
        'def after_a_day(poll, tally):\n    return now() >= poll["opened_at"] + days(1)\n\n'
        'def checked(poll, tally):\n    return "adopted" if poll["checks"] == "passed" else "rejected"\n'
    ),
)


def proposed(table: Table, path: str, text: str = "x = 1\n") -> int:
    number = table.island.propose("ana", "A feature", {path: text})
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay")):
        table.say(who, words, number)
    return number


def checked(table: Table, number: int, state: str) -> None:
    table.island.model.set_status(table.island.store.heads[number], state, "tests", "")


def known(table: Table, number: int) -> str:
    return str(table.read(f"state/threads/{number}.yaml")["checks"])


@pytest.fixture
def table() -> Table:
    return Table(with_rules({"120-checked.md": BY_ITSELF}))


@pytest.mark.parametrize(
    ("state", "verdict"), [("success", "adopted"), ("failure", "rejected"), ("pending", "rejected")]
)
def test_what_resolves_itself_goes_by_the_checks_of_that_moment(table: Table, state: str, verdict: str) -> None:
    number = proposed(table, "engine/new.py")
    checked(table, number, "success")
    table.run()
    table.say("bo", "/status", number)
    table.run()
    assert known(table, number) == "passed"
    checked(table, number, state)
    table.wait(DAY)
    table.say("bo", "/help")
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == verdict
    assert table.findings() == []


def test_only_the_checks_of_what_is_decided_are_asked_for_once_more(table: Table) -> None:
    first = proposed(table, "engine/new.py")
    table.run()
    table.wait(DAY // 2)
    later = proposed(table, "engine/other.py")
    table.run()
    for number in (first, later):
        checked(table, number, "success")
        table.say("bo", "/status", number)
    table.run()
    assert [known(table, number) for number in (first, later)] == ["passed", "passed"]
    for number in (first, later):
        checked(table, number, "failure")
    table.wait(DAY // 2)
    table.say("bo", "/help")
    table.run()
    assert [table.read(f"state/polls/{n}.yaml")["status"] for n in (first, later)] == ["rejected", "open"]
    assert [known(table, number) for number in (first, later)] == ["failed", "passed"]


def test_of_a_proposal_of_rules_no_checks_are_asked_for(table: Table) -> None:
    song = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
    number = proposed(table, "rules/island/200-song.md", song)
    checked(table, number, "success")
    table.run()
    table.say("bo", "/status", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert "checks" not in table.read(f"state/threads/{number}.yaml")


@pytest.mark.parametrize(("state", "verdict"), [("success", "adopted"), ("failure", "rejected")])
def test_who_resolves_it_gets_the_verdict_of_the_checks_as_they_are_by_then(state: str, verdict: str) -> None:
    """They have changed since the last pass, and whoever asks for the verdict has seen how."""
    law = BY_ITSELF.replace("resolves_itself: after_a_day, ", "")
    table = Table(with_rules({"120-checked.md": law}))
    number = proposed(table, "engine/new.py")
    table.run()
    checked(table, number, state)
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == verdict
    assert table.findings() == []
