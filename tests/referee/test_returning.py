"""Under what ids what comes back is news: a head that was taken back, an edit of the same second, checks that fail again."""

from __future__ import annotations

import pytest

from engine.referee.intake import returning

OLD, NEW = "head/5/old", "head/5/new"


@pytest.mark.parametrize(
    ("seen", "touched", "id_"),
    [
        ({}, 90, OLD),
        ({NEW: 80}, 90, OLD),
        ({OLD: 70, NEW: 80}, 90, f"{OLD}/90"),
        ({OLD: 80, NEW: 80}, 90, f"{OLD}/90"),
        ({OLD: 70, NEW: 80}, None, None),
        ({OLD: 80, NEW: 70}, 90, None),
        ({OLD: 80}, 90, None),
        ({OLD: 70, NEW: 80, f"{OLD}/85": 85}, 90, None),
        ({OLD: 70, NEW: 80, f"{OLD}/85": 85, f"{NEW}/88": 88}, 90, f"{OLD}/90"),
    ],
)
def test_a_head_is_news_again_where_another_was_judged_no_earlier(
    seen: dict[str, int], touched: int | None, id_: str | None
) -> None:
    assert returning.head(seen, 5, "new", "old", touched) == id_


def test_the_head_that_is_known_is_no_news() -> None:
    assert returning.head({}, 5, "old", "old", 90) is None


def test_an_edit_of_a_second_in_which_one_was_judged_is_read_again_in_its_place() -> None:
    assert returning.edit({}, 7, 90, "nay") == {"id": "comment/7/90"}
    again = returning.edit({"comment/7/90": 90}, 7, 90, "nay")
    assert again["again"] is True and again["id"].startswith("comment/7/90/")
    assert again["id"] != returning.edit({"comment/7/90": 90}, 7, 90, "yay")["id"]


def test_checks_that_were_so_before_are_news_of_this_moment() -> None:
    assert returning.checks({}, "5", "old", "failed", 90) == "checks/5/old/failed"
    assert returning.checks({"checks/5/old/failed": 80}, "5", "old", "failed", 90) == "checks/5/old/failed/90"
