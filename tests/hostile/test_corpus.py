"""The corpus itself: large, without repetition, and with something for every door."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.hostile.corpus import DOORS, Case, cases
from tests.hostile.doors import DOORS as ROOMS

EVERY = [case for door in DOORS for case in cases(door)]
LEAST = 600


def test_there_are_enough_cases_and_some_for_every_door() -> None:
    assert len(EVERY) >= LEAST
    assert set(ROOMS) >= set(DOORS)
    assert [door for door in DOORS if len(cases(door)) < 10] == []


def test_no_name_and_no_input_is_there_twice() -> None:
    names = Counter((case.door, case.name) for case in EVERY)
    inputs = Counter(repr((case.door, case.given)) for case in EVERY)
    assert [name for name, times in names.items() if times > 1] == []
    assert [given[:200] for given, times in inputs.items() if times > 1] == []


@pytest.mark.parametrize("door", DOORS)
def test_each_case_says_what_it_must_get(door: str) -> None:
    assert [str(case) for case in cases(door) if not _is_whole(case)] == []


def _is_whole(case: Case) -> bool:
    """Refused with a code and words, or inert: then what happens instead."""
    refused = {"refused", "saying"}
    return set(case.must) in (refused, refused | {"shows"}, {"inert"}, {"inert", "shows"}) and bool(case.given)
