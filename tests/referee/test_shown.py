"""How much of what people write is remembered of a thread, and how much beside the game is looked at."""

from __future__ import annotations

import pytest

from engine.referee import beside
from engine.referee.answering.shown import facts_of, path_shown, shows
from engine.referee.ports import Account, Thread, TooMuch
from tests.begun import START
from tests.referee.in_memory import Table


def remembered(body: str) -> str:
    ana = Account(7, "ana", "User")
    thread = Thread(12, "issue", "Sea", body, ana, "NONE", (), (), "open", False, START, START)
    return str(facts_of(thread)["body"])


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("a" * 20_000, 20_000),
        ("a" * 20_001, 20_000),
        ("a" + "海" * 19_999, 20_000),  # sixty thousand bytes with its quotes
        ("海" * 20_000, 19_999),
        ("\u202e" * 20_000, 9_999),  # is written by its number, in six
    ],
    ids=["letters", "one letter more", "three bytes each", "a byte more", "what nobody sees"],
)
def test_twenty_thousand_characters_are_remembered_if_they_take_no_more_than_sixty_thousand_bytes(
    body: str, kept: int
) -> None:
    assert remembered(body) == body[:kept]


def test_a_path_is_shown_whole_up_to_three_hundred_characters() -> None:
    assert [path_shown(path) for path in ("rules/a.md", "a" * 300)] == ["rules/a.md", "a" * 300]
    assert path_shown("a" * 301) == "a" * 299 + "…"


@pytest.mark.parametrize(("changed", "done"), [(START, False), (START + 1, True)])
def test_an_assignee_whom_github_dropped_was_tried_if_the_thread_changed_after_that_was_wanted(
    changed: int, done: bool
) -> None:
    """In the very second in which it was wanted it may be what somebody wrote that changed it."""
    ana = Account(7, "ana", "User")
    thread = Thread(12, "issue", "Sea", "", ana, "NONE", (), (), "open", False, START, changed)
    assert shows("assign/12", {"login": "bo", "at": START}, thread) is done


def test_two_thousand_files_are_looked_at_where_the_board_stands_and_more_are_too_many() -> None:
    table = Table()
    main = table.by_hand({f"board/{n}.md": "x\n" for n in range(2_000)})
    assert len([path for path in beside.standing(table.island.repository, main) if path != "README.md"]) == 2_000
    main = table.by_hand({"board/more.md": "x\n"})
    with pytest.raises(TooMuch):
        beside.standing(table.island.repository, main)
