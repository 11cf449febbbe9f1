"""Files that a hand has spoilt: the board leaves them out and shows the rest; who wrote what is for `nomic verify` to say."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from engine.cli.site import command
from engine.game.exhibits import SILENT
from engine.site.game import Game
from engine.site.tables import page_name
from engine.store import canon
from tests.site.boards import committed, files, pages, player, poll
from tests.site.test_board import entry

DAY: Final = "state/journal/2026/01/05.yaml"
SPOILT: Final = ["", "null\n", "- 1\n", "{{{", "a: b: c\n", "\x00", "3\n", "status: [1\n", "é" * 9]
CHANGE: Final = f"proposals/changes/{'c' * 64}.yaml"


@pytest.mark.parametrize(
    "path", ["state/players/bo.yaml", "state/huts.yaml", "board/forecasts.yaml", CHANGE, "rules/island/103-fishing.md"]
)
def test_one_spoilt_file_leaves_all_others_shown(path: str) -> None:
    held = {
        "players": {"ana": player("ana", 1)},
        "polls": {"3": {**poll(108, "adopted", ana="yay"), "change": "c" * 64}},
    }
    for text in SPOILT:
        made, _ = pages(Game({**files(held), path: text}, SILENT))
        assert {"index.html", "players/ana.html", "proposals/108.html", "rules/landing.html"} <= made.keys(), text


@pytest.mark.parametrize("odd", [{"ballots": 5}, {"ballots": [7]}, {"opened_at": "noon"}, {"status": "lost"}])
def test_a_poll_that_is_no_longer_one_is_left_out_like_a_file_that_cannot_be_read(odd: dict[str, Any]) -> None:
    held = {"players": {"ana": player("ana", 1)}, "polls": {"3": poll(108, "open", ana="yay") | odd}}
    made, _ = pages(Game(files(held), SILENT))
    assert "players/ana.html" in made and "proposals/108.html" not in made


@pytest.mark.parametrize(
    "more",
    [
        *(canon.emit([{**entry(8), "at": at}]) for at in (10**14, -(10**14))),
        *("- 3\n", "- {}\n", "- id: 3\n", "{{{", "- id: x\n  kind: said\n  at: never\n  outcome: {is: done}\n"),
        *(
            canon.emit([{**entry(7), **odd}])
            for odd in ({"comment": [1]}, {"actor": "ana"}, {"rolls": 5}, {"rolls": [5]}, {"rolls": [{"faces": 6}]})
        ),
    ],
)
def test_an_entry_that_is_none_leaves_the_others_of_its_day_told(more: str) -> None:
    days = {DAY: canon.emit([entry(7, text="/dive")]) + more}
    made, _ = pages(Game(files({"players": {"ana": player("ana", 1)}}), SILENT), days)
    assert "/dive" in made["chronicle/2026-01-05.html"]


@pytest.mark.parametrize("path", ["2026/13/45", "0000/01/01", "2026/02/30"])
def test_a_file_of_a_day_that_never_was_leaves_the_other_days_told(path: str) -> None:
    told = canon.emit([entry(7, text="/dive")])
    made, _ = pages(Game(files({}), SILENT), {DAY: told, f"state/journal/{path}.yaml": told})
    assert "/dive" in made["chronicle/2026-01-05.html"] and "chronicle.html" in made
    assert [name for name in made if name.startswith("chronicle/")] == ["chronicle/2026-01-05.html"]


@pytest.mark.parametrize("position", ["[noon, 1]", "[null]", "[100000000000000]", "[1.5]", "[]"])
def test_notes_that_say_no_time_leave_the_game_shown(position: str) -> None:
    held = files({"players": {"ana": player("ana", 1)}})
    made, _ = pages(Game({**held, "state/engine.yaml": f"position: {position}\n"}, SILENT))
    assert {"index.html", "players/ana.html", "calendar.ics"} <= made.keys()


def test_a_game_that_cannot_be_read_is_told_in_a_line(tmp_path: Path) -> None:
    committed(tmp_path / "game", {**files({}), "state/game.yaml": "{{{"})
    run = CliRunner().invoke(command, [str(tmp_path / "out"), "--root", str(tmp_path / "game")])
    assert run.exit_code != 0 and "state/game.yaml:1: " in str(run.exception)
    assert "git log" in getattr(run.exception, "remedy", "")


def test_no_two_keys_have_one_page_however_long() -> None:
    keys = ["x" * 200 + "a", "x" * 200 + "b", "é" * 60 + "a", "é" * 60 + "b"]
    assert len({page_name(key) for key in keys}) == 4 and max(len(page_name(key)) for key in keys) <= 120
