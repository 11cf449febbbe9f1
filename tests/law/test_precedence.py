from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.law.precedence import Claim, order

NUMBERS = st.integers(1, 12)
CLAIMS = st.one_of(st.just(("all",)), st.lists(NUMBERS, max_size=3).map(tuple))


@st.composite
def rulebooks(draw: st.DrawFn) -> list[Claim]:
    numbers = draw(st.lists(NUMBERS, unique=True, min_size=1, max_size=9))
    return [Claim(f"rule-{n}", n, draw(st.booleans()), draw(CLAIMS), draw(CLAIMS)) for n in numbers]


@given(rulebooks(), st.randoms())
def test_it_is_a_total_order_that_does_not_depend_on_the_input_order(claims: list[Claim], random: object) -> None:
    shuffled = list(claims)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert order(shuffled) == order(claims)
    assert sorted(order(claims)) == sorted(c.slug for c in claims)


@given(rulebooks())
def test_immutable_rules_come_first(claims: list[Claim]) -> None:
    mutable = {c.slug: not c.immutable for c in claims}
    found = [mutable[slug] for slug in order(claims)]
    assert found == sorted(found)


@given(rulebooks())
def test_without_claims_it_is_the_numerical_order(claims: list[Claim]) -> None:
    bare = [Claim(c.slug, c.number, False) for c in claims]
    assert order(bare) == [c.slug for c in sorted(bare, key=lambda c: c.number or 0)]


def test_a_claim_lifts_a_rule_over_another_and_a_claim_against_it_cancels() -> None:
    one, two = Claim("one", 1, False), Claim("two", 2, False, overrides=(1,))
    assert order([one, two]) == ["two", "one"]
    assert order([Claim("one", 1, False, overrides=(2,)), two]) == ["one", "two"]
    assert order([Claim("one", 1, False, defers_to=(2,)), Claim("two", 2, False)]) == ["two", "one"]
    assert order([Claim("one", 1, False, defers_to=(2,)), Claim("two", 2, False, defers_to=(1,))]) == ["one", "two"]


def test_a_circle_of_claims_falls_back_on_the_lowest_number() -> None:
    circle = [
        Claim("a", 1, False, overrides=(2,)),
        Claim("b", 2, False, overrides=(3,)),
        Claim("c", 3, False, overrides=(1,)),
    ]
    assert order(circle) == ["a", "b", "c"]


def test_a_rule_claimed_against_by_its_slug_stays_claimed_against_when_its_number_changes() -> None:
    above = Claim("above", 5, False, overrides=("below",))
    assert order([Claim("below", 1, False), above]) == ["above", "below"]
    assert order([Claim("below", 4, False), Claim("other", 1, False), above]) == ["other", "above", "below"]
    assert order([Claim("below", 1, False, defers_to=("above",)), Claim("above", 5, False)]) == ["above", "below"]
