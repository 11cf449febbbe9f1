"""A folder that somebody moves while its game is played: it is said what is wrong, and with the folder back all goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.tables import Time, island, opened, served


def test_a_folder_that_was_moved_is_no_bug_and_can_be_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    bugs: list[Exception] = []
    with opened(tmp_path / "game", Time()) as game, served(game, bugs) as (house, enter):
        me = enter(house.seats.links["host"])
        assert "Take your place" in me.look("/")
        assert house.passes.settle()  # git in the midst of a pass makes folders that are not there
        (tmp_path / "game").rename(tmp_path / "elsewhere")
        for answered in (me.look("/"), me.look("/chronicle")):
            assert me.status == 500
            assert "The game's folder cannot be read or written: No such file or directory." in answered
            assert "bug" not in answered and str(tmp_path) not in answered
        assert all(isinstance(each, OSError) for each in bugs) and bugs
        (tmp_path / "elsewhere").rename(tmp_path / "game")
        assert "Take your place" in me.look("/")
