"""A table's clock that was moved far ahead: what can be done there, and how far it goes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cli.main import nomic
from engine.table import passes, terminal
from engine.table.clock import LATEST, Clock
from engine.table.not_done import NotDone
from engine.table.serving import house
from engine.template import shipped
from tests.island import rule, with_rules
from tests.table.tables import START, Time, island, opened, served, under

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
    with pytest.raises(NotDone):
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


def test_it_is_moved_by_all_of_a_step_also_after_the_machine_was_set_forward(monkeypatch: pytest.MonkeyPatch) -> None:
    """By so many seconds less, and what was due when the button said so did not come to pass."""
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 40)  # since this process began
    clock = Clock("table", 1_000, time.time)
    clock.move(3_600)
    assert 4_600 <= clock() < 4_620


def test_the_tables_own_time_stands_still_while_the_machine_sleeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop closed over night moved it by ten hours: people starved, and turns were over, while nobody played."""
    now, slept = time.time, [0]
    monkeypatch.setattr(time, "time", lambda: now() + slept[0])
    clocks = [Clock(kind, int(time.time()), time.time) for kind in ("table", "real")]
    before = [clock() for clock in clocks]
    slept[0] = 36_000
    own, real = (clock() - was for clock, was in zip(clocks, before, strict=True))
    assert own < 60 and real >= 36_000, "only the real one goes on"


PEARLS = rule(
    120,
    "Pearls",
    front='schedule:\n  - {cron: "0 6 * * 1", run: find}\n',
    code='def find():\n    announce("A pearl is found.")\n',
)


def test_what_the_button_of_the_clock_names_has_come_to_pass_when_its_page_is_there(tmp_path: Path) -> None:
    """A pass judges what was due half a minute ago: the button had moved the time to a second behind it, and it came with the next deed."""
    with (
        under(with_rules({"120-pearls.md": PEARLS})),
        opened(tmp_path / "game", Time()) as game,
        served(game) as (house, enter),
    ):
        me = enter(house.seats.links["host"])
        assert "To <time" in me.look("/") and ": rule 120 (Pearls)</span>" in me.page
        page = me.send("/clock", by="due", back="/propose?rule=pearls")
        there, told = me.there.partition("#")[0], page.partition('id="brought"')[2].partition("</section>")[0]
        assert "A pearl is found." in told and "Change Pearls" in page, (
            "who moved it is told what came of it, where one was"
        )
        me.look("/")
        assert 'id="brought"' not in me.send("/clock", by="1h"), "nothing came of it"
        again = me.send("/clock", by="1h", back=f"{there}&said=7")
        assert 'id="brought"' not in again and "said=7" not in me.there, (
            "what came of the press before stood there as news"
        )
        assert "rule=pearls" in me.there and 'id="main"' in again
        assert "A pearl is found." in me.look("/threads/1")


def test_who_moves_the_clock_in_a_terminal_is_told_what_it_brought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Villages starved, and `nomic clock due` said what time it was."""
    monkeypatch.setattr(shipped, "law", lambda ruleset: with_rules({"120-pearls.md": PEARLS}))
    with opened(tmp_path / "game", Time()):
        pass
    said = [CliRunner().invoke(nomic, ["clock", *by, "--game", str(tmp_path / "game")]).output for by in (["due"], [])]
    assert ["A pearl is found." in each for each in said] == [True, False], said


def test_what_falls_due_while_nobody_does_anything_is_judged_by_a_pass_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that was looked at in the half minute before had it be over, and it came with the next deed."""
    monkeypatch.setattr(shipped, "law", lambda ruleset: with_rules({"120-pearls.md": PEARLS}))
    monkeypatch.setattr(passes, "PAUSE", 0.2)
    now = Time()
    with opened(tmp_path / "game", now, clock="real") as game, served(game) as (house, enter):
        me = enter(house.seats.links["host"])
        assert house.passes.settle(60)
        now.now = START + 6 * 3_600 + 5
        assert "Pearls" in me.look("/").partition("What comes next")[2]
        now.now += 31
        end = time.monotonic() + 60
        while "A pearl is found." not in me.look("/threads/1"):
            assert time.monotonic() < end
            time.sleep(0.2)
