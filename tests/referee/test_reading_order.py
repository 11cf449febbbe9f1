"""Of much that is new a pass reads a portion: in which order, how much, and what is left for the next one."""

from __future__ import annotations

from typing import Any

import pytest

from engine.referee.intake import portions
from engine.referee.intake.portions import MOST_HEADS, MOST_READ, Portion


def said(thread: int | None, time: int, kind: str = "said", **more: Any) -> Any:
    return {"id": f"comment/{time}", "kind": kind, "time": time, "thread": thread, **more}


def in_turn(*numbers: int, voting: tuple[int, ...] = (), inbox: tuple[Any, ...] = (), now: int = 0) -> list[int]:
    return portions.in_turn(numbers, lambda number: number in voting, inbox, now)


def test_what_is_voted_on_comes_first_then_where_something_was_said_in_the_order_of_that() -> None:
    inbox = (said(5, 30), said(4, 20), said(6, 10, "opened"), said(None, 5), said(4, 40))
    assert in_turn(1, 2, 3, 4, 5, 6, voting=(6, 2), inbox=inbox) == [2, 6, 4, 5, 1, 3]


def test_an_edit_is_something_said_and_what_is_voted_on_needs_none() -> None:
    assert in_turn(1, 2, 3, voting=(3,), inbox=(said(2, 10, "edited"), said(3, 5))) == [3, 2, 1]


@pytest.mark.parametrize(("now", "order"), [(0, [9, 1, 2, 3]), (1, [9, 2, 3, 1]), (2, [9, 3, 1, 2]), (3, [9, 1, 2, 3])])
def test_of_the_rest_another_one_is_the_first_at_another_time(now: int, order: list[int]) -> None:
    assert in_turn(1, 2, 3, 9, voting=(9,), now=now) == order


def test_where_all_was_spoken_in_there_is_no_rest() -> None:
    assert in_turn(2, 1, inbox=(said(1, 10), said(2, 20)), now=7) == [1, 2]
    assert in_turn() == []


def change(characters: int) -> Any:
    return {"files": {"rules/a.md": ("x" * characters, None)}}


def test_a_portion_has_room_for_so_many_heads_and_so_many_characters() -> None:
    heads, letters = Portion(), Portion()
    for _ in range(MOST_HEADS - 1):
        heads.take(None)
    assert heads.has_room()
    heads.take(None)
    assert not heads.has_room()
    letters.characters = MOST_READ - 2
    letters.take(change(1))
    assert letters.has_room()
    letters.take(change(1))
    assert not letters.has_room()


@pytest.mark.parametrize(
    ("seconds", "has_time", "is_much"), [(59, True, False), (60, True, True), (239, True, True), (240, False, True)]
)
def test_after_four_minutes_no_more_is_begun_and_one_is_much(seconds: int, *, has_time: bool, is_much: bool) -> None:
    portion = Portion(clock=lambda: 1_000 + seconds, began=1_000)
    assert (portion.has_time(), portion.has_room(), portion.is_much()) == (has_time, has_time, is_much)


def test_a_fourth_of_the_heads_or_a_sixteenth_of_the_characters_is_much() -> None:
    heads, letters = Portion(MOST_HEADS // 4 - 1), Portion(0, MOST_READ // 16 - 1)
    assert not heads.is_much() and not letters.is_much()
    heads.take(None)
    letters.take(change(1), tries=0)
    assert heads.is_much() and letters.is_much()


def test_both_sides_of_each_file_are_counted_and_what_was_not_even_tried_is_no_head() -> None:
    portion = Portion()
    portion.take({"files": {"a": ("xx", "yyy"), "b": (None, "z")}}, tries=0)  # type: ignore[typeddict-item]
    assert (portion.heads, portion.characters) == (0, 6)


def test_the_inbox_ends_before_the_first_word_in_what_is_unread() -> None:
    inbox = [said(1, 30), said(2, 20), said(1, 10), said(3, 5, "opened")]
    assert portions.end_of(inbox, [1, 2]) == portions.position(inbox[2])
    assert portions.end_of(inbox, [2]) == portions.position(inbox[1])
    assert portions.end_of(inbox, [3, 4]) is None


def test_what_is_judged_before_the_end_makes_a_commit_and_what_nobody_tells_again_is_among_it() -> None:
    inbox = [said(1, 10), said(2, 20), said(1, 30), said(1, 40, "deleted", once=True), said(None, 50, "administered")]
    kept = portions.cut(inbox, portions.position(inbox[1]))
    assert [(happening["id"], happening["time"], happening.get("worth")) for happening in kept] == [
        ("comment/10", 10, None),
        ("comment/40", 19, None),
        ("comment/50", 19, True),
    ]
    assert [happening.get("worth") for happening in portions.cut(inbox, None)] == [None] * 4 + [True]
    assert portions.cut([], None) == []


def test_it_has_waited_since_the_first_word_or_since_it_was_touched() -> None:
    touched: Any = type("Touched", (), {"updated_at": 60})()
    assert portions.waited(1, [said(1, 40), said(1, 30)], touched, 100) == 70
    assert portions.waited(1, [said(2, 30)], touched, 100) == 40
    assert portions.waited(1, [], None, 100) == 100
