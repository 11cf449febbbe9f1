"""What stands beside a time is the date of that time, or a proof finds it."""

from __future__ import annotations

import pytest

from tests.referee.in_memory import Table

ENGINE = "state/engine.yaml"


@pytest.mark.parametrize("wrong", ["  # 2026-01-06 12:00:00 UTC", "  # yesterday", " ", ""])
def test_what_stands_beside_a_time_and_is_not_its_date_is_found(wrong: str) -> None:
    table = Table()
    assert table.findings() == []
    text = table.island.files()[ENGINE]
    cursor = text.splitlines()[0]
    assert cursor.endswith(" UTC")
    table.by_hand({ENGINE: text.replace(cursor, cursor.partition("  #")[0] + wrong)})
    assert table.findings() != []
