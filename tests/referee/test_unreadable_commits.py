"""Commits that are no rule any more, where the law lets the vote on them go on: neither the vote nor anything else is stopped by that."""

from __future__ import annotations

from typing import Final

import pytest

from tests.island import rule, with_rules
from tests.referee.in_memory import Table

PATH: Final = "rules/island/900-song.md"
SONG: Final = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
NO_RULE: Final = "---\nrule: next\nby_hand: [\n---\nWe sing.\n"
LAWS: Final = {
    "a rule refuses new commits": rule(
        130,
        "Crier",
        front="on: {pull_changed: cry}\n",
        code='def cry(poll, what):\n    refuse("No changes after the vote has begun.")\n',
    ),
    "a rule lets nothing be withdrawn": rule(
        130,
        "Stubborn",
        front="on: {withdrawn: cry}\n",
        code='def cry(poll):\n    refuse("What is voted on is voted on.")\n',
    ),
    "the rule that counts fails": rule(
        130,
        "Counting",
        front="adjusts: {counted_ballots: count}\n",
        code='def count(counted, poll, ballots):\n    return counted if now() < poll["opened_at"] + hours(1) else 1 // 0\n',
    ),
}


def opened(law: str) -> tuple[Table, int]:
    table = Table(with_rules({"130-held.md": law}))
    number = table.island.propose("ana", "Song", {PATH: SONG})
    table.run()
    for who, words in (("ana", "/open"), ("bo", "nay")):
        table.say(who, words, number)
    table.run()
    table.wait(7_200)
    return table, number


@pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
def test_what_is_no_rule_is_voted_on_by_nobody_and_stops_nobody(law: str) -> None:
    table, number = opened(law)
    table.island.push("ana", number, {PATH: NO_RULE})
    table.run()
    for who, words, on in (
        ("bo", "yay", number),
        ("ana", "yay", number),
        ("ana", "/resolve", number),
        ("bo", "/status", 1),
    ):
        table.say(who, words, on)
        table.run()
    table.say("ana", "/dive")
    table.run()
    assert table.answers(1)[-1].startswith("Done.")
    assert not any("song" in path for path in table.island.files() if path.startswith("rules/"))
    assert table.findings() == []


def test_and_what_is_one_again_is_adopted_as_usual() -> None:
    table, number = opened(LAWS["a rule refuses new commits"])
    for text in (NO_RULE, SONG.replace("We sing", "We hum")):
        table.island.push("ana", number, {PATH: text})
        table.run()
    for who, words in (("bo", "yay"), ("ana", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
        table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert any("We hum" in text for path, text in table.island.files().items() if path.endswith("-song.md"))
    assert table.findings() == []
