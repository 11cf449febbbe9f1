"""A rescue through real passes: it is counted, listed whole before it lands, merged, told, and replays alike."""

from __future__ import annotations

from tests.island import rule, with_rules
from tests.referee.in_memory import Table

LOCK = rule(140, "Lock", front="forbids: {open: no, vote: no}\n", code='def no(*args):\n    return "No."\n')
THREE_DAYS = 72 * 3_600


def rescued(*, missed: str = "") -> tuple[Table, int]:
    """Ana and bo agree; what bo says last may be missed by the reading until the thread is listed whole."""
    table = Table(with_rules({"140-lock.md": LOCK}))
    number = table.island.propose("ana", "Unlock", {"rules/island/140-lock.md": None})
    table.say("ana", "/rescue", number)
    table.run()
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.run()
    if missed:
        table.say("bo", missed, number)
    table.wait(THREE_DAYS)
    table.run()
    return table, number


def test_it_lands_by_the_clock_and_is_merged_and_told() -> None:
    table, number = rescued()
    table.run()
    assert "rules/island/140-lock.md" not in table.island.files()
    pull = table.island.model.thread(number).pull
    assert pull is not None and pull.merged_at is not None
    assert any("by rescue" in text for text in table.answers())
    assert any("by rescue" in text for text in table.answers(number))
    assert table.findings() == []


def test_an_objection_holds_it() -> None:
    table, _ = rescued(missed="nay")
    table.run()
    assert "rules/island/140-lock.md" in table.island.files()
    assert table.findings() == []
