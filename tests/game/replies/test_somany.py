"""Of many the first are named, and how many more there are is said."""

from __future__ import annotations

from engine.game.replies import somany


def test_as_many_as_there_is_room_for_are_all_named_and_one_more_is_counted() -> None:
    assert somany.listed([], 2, str) == ""
    assert somany.listed(["ana", "bo"], 2, str) == "ana, bo"
    assert somany.listed(["ana", "bo", "cy"], 2, str) == "ana, bo and 1 more"
    assert somany.listed(["ana", "bo", "cy", "dee"], 2, str.upper) == "ANA, BO and 2 more"


def test_of_people_fifty_are_named() -> None:
    crowd = [f"p{place}" for place in range(51)]
    assert somany.people(crowd[:50]).endswith(", **p48**, **p49**")
    assert somany.people(crowd).endswith(", **p48**, **p49** and 1 more")


def test_lines_of_a_list_are_led_alike() -> None:
    assert somany.rows([1, 2], 2, str, "- ") == ["- 1", "- 2"]
    assert somany.rows([1, 2, 3, 4], 2, str, "- ") == ["- 1", "- 2", "- and 2 more"]
    assert somany.rows([1, 2, 3], 2, str) == ["1", "2", "and 1 more"]
