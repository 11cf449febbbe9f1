"""A table that is served while the engine's own files change beneath it says so, to whoever serves it and to players."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.referee.judging.installed import OUTDATED, Installed, Outdated
from engine.referee.ports import ForgeError
from engine.table import terminal, web
from engine.table.game import Game
from engine.table.serving import house
from tests.table.tables import Time, island, opened, served


def laid(place: Path) -> Path:
    """Files as an engine has them."""
    (place / "law").mkdir(parents=True)
    (place / "law" / "reading.py").write_text("A = 1\n")
    (place / "page.html").write_text("<p>")
    return place


def unlike(place: Path) -> None:
    (place / "law" / "reading.py").write_text("A = 11\n")


def gone(place: Path) -> None:
    shutil.rmtree(place)


def more(place: Path) -> None:
    (place / "law" / "saying.py").write_text("")


def dated(place: Path) -> None:
    os.utime(place / "page.html", (1, 1))


@pytest.mark.parametrize("change", [unlike, gone, more, dated])
def test_files_that_are_written_anew_added_or_taken_away_are_noticed(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    engine = Installed(laid(tmp_path / "engine"))
    (tmp_path / "engine" / "__pycache__").mkdir()
    (tmp_path / "engine" / "__pycache__" / "reading.pyc").write_text("")
    assert not engine.changed()
    change(tmp_path / "engine")
    assert engine.changed()


def test_what_fails_for_a_cause_of_its_own_is_told_as_that(tmp_path: Path) -> None:
    engine = Installed(laid(tmp_path / "engine"))
    ours, theirs, bug = (
        FileNotFoundError(2, "No such file", str(tmp_path / "engine" / "page.html")),
        PermissionError(13, "Permission denied", str(tmp_path / "hub.sqlite")),
        ImportError("no module"),
    )
    assert engine.cause_of(bug) is bug
    gone(tmp_path / "engine")
    assert isinstance(engine.cause_of(bug), Outdated) and isinstance(engine.cause_of(ours), Outdated)
    assert engine.cause_of(theirs) is theirs
    assert isinstance(engine.cause_of(told := ForgeError("a", "b")), ForgeError) and told.cause == "a"


@contextmanager
def table(tmp_path: Path, monkeypatch: Any) -> Iterator[tuple[Game, Path]]:
    """A game that is open, and files that stand for the engine's."""
    island(monkeypatch)
    engine = laid(tmp_path / "engine")
    monkeypatch.setattr(Installed.__init__, "__defaults__", (engine,))
    with opened(tmp_path / "game", Time()) as game:
        yield game, engine


def test_the_host_is_told_once_and_players_on_each_page(tmp_path: Path, monkeypatch: Any) -> None:
    reported: list[Exception] = []
    with table(tmp_path, monkeypatch) as (game, engine), served(game, reported) as (whole, enter):
        player = enter(whole.seats.issue("bo"))
        assert "refusal" not in player.look("/")
        unlike(engine)
        assert whole.passes.settle(60) and whole.passes.settle(60)
        assert [str(error) for error in reported] == [OUTDATED[0]]
        for path in ("/", "/rules", "/players"):
            assert OUTDATED[0] in player.look(path) and player.status == 200, path


def test_what_fails_then_is_no_bug(tmp_path: Path, monkeypatch: Any) -> None:
    reported: list[Exception] = []

    def missing(visit: Any) -> Any:
        raise ImportError("no module")

    monkeypatch.setitem(web.LOOKS, "/players", missing)
    with table(tmp_path, monkeypatch) as (game, engine), served(game, reported) as (whole, enter):
        host = enter(whole.seats.links["host"])
        assert "bug of nomic" in host.look("/players")
        gone(engine)
        assert OUTDATED[0] in host.look("/players") and host.status == 500
        assert isinstance(reported[0], ImportError) and isinstance(reported[-1], Outdated)


def test_a_terminal_is_told_it_in_place_of_what_followed_of_it(tmp_path: Path, monkeypatch: Any) -> None:
    def refused(self: Game) -> Any:
        raise ForgeError("The processes were ended.", "Make the pass again.")

    with table(tmp_path, monkeypatch) as (game, engine), house(game, "", [].append, reachable=False) as whole:
        assert terminal.do(whole, {"do": "say", "who": "ana", "text": "hello"})["trouble"] == []
        gone(engine)
        assert terminal.do(whole, {"do": "say", "who": "ana", "text": "hello"})["trouble"] == []  # it was judged
        monkeypatch.setattr(Game, "_passes", refused)
        assert terminal.do(whole, {"do": "say", "who": "ana", "text": "hello"})["trouble"] == list(OUTDATED)
