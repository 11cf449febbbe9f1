"""What a forecast is told as: what is certain apart from what is not."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.replies.foretelling import ASSUMED, LATE, MOST_ROWS, MOVED, OVER, foretold, none_yet

CERTAIN: dict[str, Any] = {"name": "ana", "field": "fish", "certain": True, "by": 4, "more": 6, "fewer": 0}
UNSURE: dict[str, Any] = {"name": "bo", "field": "shells", "certain": False, "more": 3, "fewer": 1, "now": 5}
UNSURE |= {"without": 5, "with_": 6, "dots": "..", "words": "more in 3 of 6 runs"}


def told(*rows: dict[str, Any], moved: tuple[str, ...] = (), **more: Any) -> str:
    what = {"seeds": 6, "weeks": 4, "trouble": "", "rows": [*rows], "exact": [], "at": 1_767_614_640}
    return foretold(what | more, moved, "UTC")


def many(row: dict[str, Any], count: int, **more: Any) -> list[dict[str, Any]]:
    return [row | {"name": f"p{number}"} | more for number in range(count)]


def test_what_is_certain_stands_apart_from_what_is_not() -> None:
    certain, _, unsure = told(CERTAIN, UNSURE).partition("**Uncertain**")
    assert "**ana**, `fish`: always 4 with it" in certain
    assert "bo" not in certain
    assert "| **bo** |" in unsure
    assert "| **ana** |" not in unsure


def test_of_what_is_not_there_nothing_is_said() -> None:
    assert "Uncertain" not in told(CERTAIN)
    assert "Certain" not in told(UNSURE)


def test_it_says_of_how_many_weeks_and_runs_it_is_and_what_it_assumes() -> None:
    whole = told(UNSURE)
    assert whole.startswith("#### What it would change in 4 weeks\n\n")
    assert told(weeks=1).startswith("#### What it would change in 1 week\n\n")
    assert "**Uncertain**, the middle of 6 runs" in whole
    assert "**Uncertain**, the middle of 1 run\n" in told(UNSURE, seeds=1)
    assert whole.endswith(f"As things stood at 2026-01-05 12:04 (UTC). Assumed: {'; '.join(ASSUMED)}.")
    assert "Since this was made" not in whole


def test_a_row_says_how_it_is_now_and_how_it_comes_without_it_and_with_it() -> None:
    assert "| **bo** | `shells` | 5 | 5 | 6 | .. more in 3 of 6 runs |" in told(UNSURE)


@pytest.mark.parametrize(("rows", "more"), [(MOST_ROWS, ""), (MOST_ROWS + 1, "And 1 more.")])
def test_of_more_than_a_dozen_it_says_how_many_more_there_are(rows: int, more: str) -> None:
    whole = told(*many(UNSURE, rows))
    assert whole.count("| .. more in 3 of 6 runs |") == MOST_ROWS
    assert ("And " in whole) == bool(more) and more in whole


def test_where_nothing_differs_that_is_said() -> None:
    assert "No number of anyone’s is different, in 6 of 6 runs." in told()
    assert "Nothing is different" not in told(CERTAIN)


def test_a_number_of_a_rule_that_changes_at_once_is_certain() -> None:
    assert "**Certain**\n- `price` of `farms`: `10`, then `12`" in told(exact=[["farms", "price", "10", "12"]])


@pytest.mark.parametrize("trouble", [LATE, OVER])
def test_what_was_not_foretold_for_want_of_time_says_only_that(trouble: str) -> None:
    assert told(CERTAIN, trouble=trouble, moved=("votes",)) == f"#### What it would change in 4 weeks\n\n{trouble}"


def test_what_failed_says_why_and_what_is_otherwise_since() -> None:
    failed = told(trouble="It has no walls.", moved=("rules", "votes"))
    assert failed.endswith("It cannot be foretold: `It has no walls.`")
    assert f"⚠ Since this was made, {MOVED['rules']} and {MOVED['votes']}." in failed


def test_of_many_rows_the_rest_is_counted() -> None:
    assert "more" not in told(*many(CERTAIN, 12)).partition("**Certain**")[2].partition("\n\n")[0]
    assert "- and 1 more" in told(*many(CERTAIN, 13)).splitlines()
    assert "And 1 more." not in told(*many(UNSURE, 12))
    assert "And 1 more." in told(*many(UNSURE, 13))


def test_who_has_more_and_who_has_less_is_told_by_the_number_they_have_it_of() -> None:
    less = {"name": "cy", "more": 1, "fewer": 5}
    even = {"name": "di", "more": 3, "fewer": 3}
    lines = told(CERTAIN, UNSURE, UNSURE | less, UNSURE | even).splitlines()
    assert "- `fish`: more for **ana**" in lines
    assert "- `shells`: more for **bo**; less for **cy**" in lines
    assert not [line for line in told(UNSURE | even).splitlines() if line.startswith("- `shells`")]


def test_of_many_who_have_more_the_rest_is_counted() -> None:
    assert told(*many(CERTAIN, 8)).splitlines()[-3].endswith("**p6**, **p7**")
    assert told(*many(CERTAIN, 9)).splitlines()[-3].endswith("**p6**, **p7** and 1 more")


def test_of_many_numbers_the_first_are_told() -> None:
    rows = [CERTAIN | {"field": f"f{number}"} for number in range(13)]
    assert "- `f11`: more for **ana**" in told(*rows)
    assert "- `f12`: more for **ana**" not in told(*rows)


def test_where_there_is_none_yet_the_command_that_makes_one_is_named() -> None:
    assert "`nomic forecast --proposal 7` makes one" in none_yet(7)
    assert "`nomic forecast` makes one" in none_yet(None)
