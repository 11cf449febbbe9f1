"""Whose account steps and words are on: of whoever the engine turned to, or of whoever told or called too often."""

from __future__ import annotations

import pytest

from engine.law.running.ledger import Ledger, Payer

LIMITS = (1_000, 1_000)


def opened() -> Ledger:
    return Ledger(open=True, limits=LIMITS)


def used(ledger: Ledger) -> dict[str, int]:
    """Rule -> steps."""
    return {payer.slug: steps for payer, (steps, _) in ledger.used.items()}


def told(ledger: Ledger, begins: int, ends: int) -> None:
    with ledger.telling(), ledger.turning():
        ledger.begins("hearer", "hear", begins, 0)
        ledger.ends(ends, 0)


def test_what_it_takes_to_hear_is_the_tellers() -> None:
    ledger = opened()
    ledger.begins("teller", "go", 0, 0)
    told(ledger, 10, 110)
    told(ledger, 120, 220)
    ledger.ends(230, 0)
    assert used(ledger) == {"teller": 230, "hearer": 0}


@pytest.mark.parametrize(("took", "on_account"), [(500, (510, 0)), (501, (10, 501))])
def test_who_takes_more_than_half_of_all_there_is_to_hear_pays_for_it(took: int, on_account: tuple[int, int]) -> None:
    ledger = opened()
    ledger.begins("teller", "go", 0, 0)
    told(ledger, 10, 10 + took)
    assert (used(ledger)["teller"], used(ledger)["hearer"]) == on_account


def test_what_was_relieved_is_held_for_and_against_no_call_under_way() -> None:
    """The counts begin anew while one hears: from then on it took more than half of all there is."""
    ledger = opened()
    ledger.begins("teller", "go", 0, 0)
    with ledger.telling(), ledger.turning():
        ledger.begins("hearer", "hear", 400, 0)
        ledger.afresh()
        ledger.ends(700, 0)
    ledger.ends(750, 0)
    assert used(ledger) == {"teller": 50, "hearer": 700}


def test_of_calls_the_one_is_at_fault_that_took_half_alone_or_else_who_called() -> None:
    for took, at_fault in ((501, Payer("bank", "heavy")), (500, Payer("hog", "go"))):
        ledger = opened()
        ledger.begins("hog", "go", 0, 0)
        ledger.begins("bank", "heavy", 900 - took, 0)
        assert ledger.most(900, 0, of_words=False) is None
        assert ledger.at_fault(of_words=False) == at_fault


@pytest.mark.parametrize(
    ("sold", "most"), [(5, Payer("bank", "lend")), (6, Payer("bank", "lend")), (7, Payer("shop", "sell"))]
)
def test_words_are_counted_to_the_last_one_however_many_functions_a_rule_has(sold: int, most: Payer) -> None:
    """Of equals the first by name is told: were each function let off one word, it would be the other."""
    ledger, said = opened(), 0
    for slug, function, words in [("bank", "lend", 3), ("bank", "save", 3), ("shop", "sell", sold)]:
        ledger.begins(slug, function, 0, said)
        said += words
        ledger.ends(0, said)
    ledger.begins("runs", "go", 0, said)
    assert ledger.most(0, said, of_words=True) == most


def test_what_one_used_on_its_own_account_before_stays_there_in_steps_and_in_words() -> None:
    ledger = opened()
    ledger.begins("hearer", "hear", 0, 0)
    ledger.ends(5, 2)
    ledger.begins("teller", "go", 5, 2)
    with ledger.telling(), ledger.turning():
        ledger.begins("hearer", "hear", 15, 6)
        ledger.ends(115, 16)
    ledger.ends(125, 20)
    assert ledger.used == {Payer("hearer", "hear"): (5, 2), Payer("teller", "go"): (120, 18)}
