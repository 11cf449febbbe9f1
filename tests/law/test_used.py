"""What was used of what there is: half of the rest is enough for a trial, and what it used beyond that is on nobody."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.law.running.used import Used

AMOUNTS = st.builds(Used, *[st.integers(0, 10**6)] * 3)


@given(AMOUNTS, AMOUNTS)
def test_half_way_lies_between(used: Used, more: Used) -> None:
    allowed = Used(*(own + other for own, other in zip(used, more, strict=True)))
    enough = used.half_way_to(allowed)
    assert used.ticks <= enough.ticks <= allowed.ticks
    assert used.words <= enough.words <= allowed.words
    assert not used.is_beyond(enough)
    assert enough.is_beyond(used) == (enough.ticks > used.ticks or enough.words > used.words)


@given(AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS)
def test_what_has_grown_is_never_less_and_never_more_than_is_enough(
    used: Used, one: Used, other: Used, most: Used
) -> None:
    grown = used.grown(one, at_most=most).grown(other, at_most=most)
    for was, a, b, limit, now in zip(used, one, other, most, grown, strict=True):
        assert now == max(was, min(max(a, b), limit))


def test_a_part_is_of_the_rules_own_ticks_or_of_the_words_if_that_is_more() -> None:
    allowed = Used(ticks=1_100, spare=100, words=200)
    assert Used(250, 0, 10).part_of(allowed, 1_000) == 250
    assert Used(250, 0, 60).part_of(allowed, 1_000) == 300
    assert Used(249, 0, 51).half_way_to(allowed) == Used(674, 100, 125)


def test_beyond_what_is_enough_is_one_more_of_either() -> None:
    enough = Used(10, 0, 10)
    assert not Used(10, 99, 10).is_beyond(enough)
    assert Used(11, 0, 10).is_beyond(enough) and Used(10, 0, 11).is_beyond(enough)
