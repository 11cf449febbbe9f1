"""What is too long for its place is cut, and says so within the same length."""

from __future__ import annotations

from engine.store.clipped import clipped


def test_a_text_that_just_fits_stays_and_one_sign_more_costs_two_for_the_one_that_says_so() -> None:
    assert clipped("", 5) == ""
    assert clipped("boats", 5) == "boats"
    assert clipped("boats!", 5) == "boat…"
    assert clipped("boats! and more", 5) == "boat…"
