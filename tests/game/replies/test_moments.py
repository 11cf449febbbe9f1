"""Which numbers are moments, by name and by size, and how one is told."""

from __future__ import annotations

import pytest

from engine.game.replies.harmless import plain, title
from engine.game.replies.moments import EARLIEST, is_time, when


@pytest.mark.parametrize("name", ["at", "joined_at", "since", "paid_until", "time", "due", "vote_deadline"])
def test_a_field_of_such_a_name_holds_a_moment_if_it_is_large_enough(name: str) -> None:
    assert is_time(name, EARLIEST)
    assert not is_time(name, EARLIEST - 1)
    assert not is_time(name, float(EARLIEST))
    assert not is_time(name, True)


@pytest.mark.parametrize("name", ["points", "attic", "at_home", "timer", "flat", ""])
def test_any_other_field_holds_a_number(name: str) -> None:
    assert not is_time(name, EARLIEST)


def test_a_moment_is_told_by_the_clock_of_the_zone() -> None:
    assert when(1_767_614_400, "UTC") == "Mon 2026-01-05 12:00 (UTC)"
    assert when(1_767_614_400, "America/New_York") == "Mon 2026-01-05 07:00 (America/New_York)"


def test_words_with_a_sign_of_markdown_are_quoted_and_others_left() -> None:
    assert plain("A hut, and 2 boats!") == "A hut, and 2 boats!"
    for sign in "<>@&~*|\\[]#":
        assert plain(f"a{sign}b") == f"`a{sign}b`"
    assert plain("#" * 300) == f"`{'#' * 300}`"
    assert plain("#" * 301) == f"`{'#' * 299}…`"


def test_a_title_is_one_line_and_not_empty() -> None:
    assert title("A\n  hut\x07 here ", "none") == "A hut here"
    assert title(" \n ", "none") == "none"
    assert title("x" * 200, "none") == "x" * 200
    assert title("x" * 201, "none") == "x" * 199 + "…"
