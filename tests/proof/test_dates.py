"""A game that was begun before times had their dates beside them is proved as ever, and a wrong date is found."""

from __future__ import annotations

import pytest

from engine.referee.proof.alike import but_for_dates
from engine.store import writing
from tests.referee.in_memory import ANA, Table

ENGINE = "state/engine.yaml"


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Begun without dates, and gone on with."""
    with monkeypatch.context() as before:
        before.setattr(writing, "beside", lambda name, value: "")
        game = Table()
        game.say("ana", "/build")
        game.run()
        assert "  # " not in "".join(text for path, text in game.island.files().items() if path.startswith("state/"))
    game.say("bo", "/give 1 shell to ana")
    game.run()
    return game


def test_it_is_proved_and_goes_on_with_dates(begun: Table) -> None:
    files = begun.island.files()
    (day,) = (text for path, text in files.items() if path.startswith("state/journal/"))
    assert " UTC" in files[ENGINE]
    assert sorted({line.endswith(" UTC") for line in day.splitlines() if line.startswith("  time: ")}) == [False, True]
    assert begun.findings() == []


@pytest.mark.parametrize("wrong", ["  # 2026-01-06 12:00:00 UTC", "  # yesterday", " "])
def test_what_stands_beside_a_time_and_is_not_its_date_is_found(begun: Table, wrong: str) -> None:
    text = begun.island.files()[ENGINE]
    begun.by_hand({ENGINE: text.replace(text.splitlines()[0], text.splitlines()[0].partition("  #")[0] + wrong)})
    assert begun.findings() != []


def test_a_value_that_was_changed_is_found_with_or_without_its_date(begun: Table) -> None:
    begun.by_hand({ANA: begun.island.files()[ANA].replace("shells: ", "shells: 1")})
    assert begun.findings() != []


@pytest.mark.parametrize("found", ["a: 1\n", "a: 1\nb: 2", "a: 1\nb: 2\nc: 3\n", ""])
def test_a_file_with_a_line_more_or_less_differs_in_more_than_dates(found: str) -> None:
    assert but_for_dates("a: 1\nb: 2\n", "a: 1\nb: 2\n")
    assert not but_for_dates("a: 1\nb: 2\n", found)
