"""A table's clock that was moved far ahead: what can be done there, and how far it goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.table import terminal
from engine.table.clock import LATEST, Clock, TooLate
from engine.table.serving import house
from tests.table.tables import Time, island, opened

SONGS = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
LAST = 4_102_444_800  # the first second of the year 2100, which git reads in no date


def test_a_rule_is_proposed_after_the_last_year_that_git_reads_in_a_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    with opened(tmp_path / "game", Time(LAST - 86_400)) as game, house(game, "", print, reachable=False) as whole:
        terminal.do(whole, {"do": "say", "who": "ana", "text": "/join"})
        game.move_clock(30 * 86_400)
        found = terminal.do(whole, {"do": "propose", "who": "ana", "name": "songs.md", "text": SONGS})
    assert found["opened"], found


def test_the_clock_goes_to_no_time_that_has_no_date() -> None:
    clock = Clock("table", LATEST - 60, lambda: 0)
    clock.move(60)
    with pytest.raises(TooLate):
        clock.move(1)
    assert clock() == LATEST


def test_a_button_of_the_clock_moves_it_also_after_the_machine_was_set_back() -> None:
    machine = Time()
    clock = Clock("table", 1_000, machine)
    machine.now -= 86_400
    assert clock() == 1_000, "never less than before"
    clock.move(3_600)
    assert clock() == 4_600
    machine.now -= 86_400
    clock.reach(5_000)
    assert clock() == 5_000
    machine.now += 60
    assert clock() == 5_060, "it goes on from there"
