"""What a forecast is told as: what is certain apart from what is not."""

from __future__ import annotations

from typing import Any

from engine.game.replies.foretelling import foretold

CERTAIN: dict[str, Any] = {"name": "ana", "field": "fish", "certain": True, "by": 4, "more": 6, "fewer": 0}
UNSURE: dict[str, Any] = {"name": "bo", "field": "shells", "certain": False, "more": 3, "fewer": 1, "now": 5}
UNSURE |= {"without": 5, "with_": 6, "dots": "..", "words": "more in 3 of 6 runs"}


def told(*rows: dict[str, Any]) -> str:
    what = {"seeds": 6, "weeks": 4, "trouble": "", "rows": [*rows], "exact": [], "at": 1_767_614_640}
    return foretold(what, (), "UTC")


def test_what_is_certain_stands_apart_from_what_is_not() -> None:
    certain, _, unsure = told(CERTAIN, UNSURE).partition("**Uncertain**")
    assert "**ana**, `fish`: always 4 with it" in certain
    assert "bo" not in certain
    assert "| **bo** |" in unsure
    assert "| **ana** |" not in unsure


def test_of_what_is_not_there_nothing_is_said() -> None:
    assert "Uncertain" not in told(CERTAIN)
    assert "Certain" not in told(UNSURE)
