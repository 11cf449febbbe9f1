"""Shares of long tables leave nothing out but repetitions."""

from __future__ import annotations

import pytest

from tests import shares


def test_a_share_of_a_table_has_something_of_each_row_and_of_each_column(monkeypatch: pytest.MonkeyPatch) -> None:
    table = [[(row, column) for column in range(8 if row < 7 else 10)] for row in range(15)]
    for one_in in (2, 3, 5):
        monkeypatch.setattr(shares, "WHOLE", False)
        part = shares.share_of_table(table, one_in)
        assert {row for row, _ in part} == set(range(15))
        assert {column for _, column in part} == set(range(10))
        assert len(part) < sum(map(len, table)) / one_in + 15
        monkeypatch.setattr(shares, "WHOLE", True)
        assert shares.share_of_table(table, one_in) == [case for row in table for case in row]


def test_a_share_of_a_list_is_every_so_manieth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "WHOLE", False)
    assert shares.share("abcdefg", 3) == ["a", "d", "g"]
    monkeypatch.setattr(shares, "WHOLE", True)
    assert shares.share("abcdefg", 3) == list("abcdefg")
