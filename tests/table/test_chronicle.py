"""The chronicle of a table: what happened is told, and words that were taken back are told no more."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.table import chronicle
from tests.table.tables import Time, island, joined, opened, served

LONG = "/give " + "1 " * 3_000


def test_words_that_were_taken_back_are_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    now = Time()
    with opened(tmp_path / "game", now) as game, served(game) as (house, enter):
        people = game.people
        for text in ("/join", "/give 1 shell to nobody", "/give 2 shell to nobody", "/give 3 shell to nobody", LONG):
            said = game.act(lambda text=text: people.comment("ana", 1, text))
            game.settle()
            now.now += 60
            if " 1 shell" in text:
                game.act(lambda: people.delete_comment("ana", said.id))
            if " 2 shell" in text:
                game.act(lambda: people.edit_comment("ana", said.id, "Never mind."))
            game.settle()
        page = enter(house.seats.links["host"]).look("/chronicle")
    assert "/give 3 shell to nobody" in page
    assert f"nomic dice show ID {game.git.directory}</code> says" in page, (
        "where it is asked, and by whom it can be made again"
    )
    assert page.count("something that was edited or deleted since") == 2
    assert page.count("words that are not kept") == 1
    for gone in ("/give 1 shell", "/give 2 shell", "redacted", "1 1 1"):
        assert gone not in page


def test_older_days_are_a_page_further(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    monkeypatch.setattr(chronicle, "DAYS", 2)
    now = Time()
    with opened(tmp_path / "game", now) as game, served(game) as (house, enter):
        for day in range(3):
            game.act(lambda day=day: game.people.comment("ana", 1, f"/give {day} shell to nobody"))
            game.settle()
            now.now += 86_400
        me = enter(house.seats.links["host"])
        newest, older = me.look("/chronicle"), me.look("/chronicle?before=2026-01-06")
    assert "/chronicle?before=2026-01-06" in newest
    assert [f"/give {day} shell to nobody" in newest for day in range(3)] == [False, True, True]
    assert [f"/give {day} shell to nobody" in older for day in range(3)] == [True, False, False]
    assert "Older days" not in older


def test_what_the_clock_brings_and_a_first_proposal_are_told_as_what_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    with joined(tmp_path) as (_, house, me):
        coming = house.looking.sight().law["due"][0]["title"]
        assert "nothing awaits you" in me.look("/") and re.search(
            rf"Next by the clock: rule \d+ \({coming}\), <time", me.page
        )
        me.look("/propose")
        me.send("/propose", rule="", title="108 Songs", front="rule: next\ntitle: Songs\n", prose="La.", do="open")
        page = me.look("/chronicle")
        assert "The text of a proposal is read" in page and "anew" not in page
