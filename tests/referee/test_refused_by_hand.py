"""What people write by hand and the game cannot go on with: refused before any rule stumbles over it, and told on the table."""

from __future__ import annotations

from engine.store import canon
from tests.referee.in_memory import ANA, Table


def test_a_refused_commit_by_hand_is_told_on_the_table_with_its_reason() -> None:
    table = Table()
    sha = table.by_hand({ANA: canon.emit({**table.read(ANA), "active": 3})})
    table.run()
    (told,) = [text for text in table.answers() if sha[:10] in text]
    assert f"put back: `{ANA}`" in told
    assert "3 is not of type 'boolean'" in told
    assert "Nothing was changed" in told
    assert table.read(ANA)["active"] is True
    assert table.findings() == []


def test_so_is_one_that_a_rule_refuses() -> None:
    table = Table()
    sha = table.give_ana(-5)
    (outcome,) = [o for o in table.run().outcomes if o["id"].startswith("commit/")]
    (told,) = [text for text in table.answers() if sha[:10] in text]
    assert outcome["reason"] in told
    assert "Rule 101" in told
    assert table.findings() == []
