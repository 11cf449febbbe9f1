"""Seasons under every fault there is: nothing is lost, nothing is doubled, nothing is made up, and each ends as it always did."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.store import canon
from tests.shares import WHOLE
from tests.storms import company, faults, meddling, upheaval
from tests.storms.bless import ENDS, EVEN, pinned
from tests.storms.faults import USUALLY
from tests.storms.laws import play, season
from tests.storms.mood import SILENCE
from tests.storms.run import Result
from tests.storms.season import Choice, drawn

MANY = 20 if WHOLE else len(EVEN)  # `make storm` plays as many as one likes
BLESSED = canon.read(ENDS.read_text(encoding="utf-8"))
OTHERWISE = "it ends otherwise than blessed: see `python -m tests.storms.bless`, and `make bless` if that is meant"


@pytest.mark.parametrize("first", [0, MANY, 2 * MANY] if WHOLE else [0])
def test_seasons_end_with_nothing_lost_or_doubled_and_every_fault_has_struck(first: int) -> None:
    struck: Counter[str] = Counter()
    for seed in range(first, first + MANY):
        result = season(seed)
        struck.update(result.struck)
        assert result.findings == [], f"again: python -m tests.storms --even --seeds 1 --seed {seed}"
        if seed in EVEN:
            ends_as_blessed(f"even {seed}", result)
    assert [name for name in USUALLY if not struck[name]] == []


@pytest.mark.parametrize("name", [name for name in pinned() if name.startswith("unruly")])
def test_so_does_an_unruly_one(name: str) -> None:
    result = play(pinned()[name])
    assert result.findings == []
    ends_as_blessed(name, result)


@pytest.mark.parametrize("name", [name for name in pinned() if name.startswith("upheaved")])
def test_so_does_one_in_which_all_is_turned_over(name: str) -> None:
    result = play(pinned()[name])
    assert result.findings == []
    assert [affair for affair in upheaval.NAMES if not result.struck.get(affair)] == []
    ends_as_blessed(name, result)


@pytest.mark.parametrize("seed", [pytest.param(1795856508, id="a closing was said once more with the next answer")])
def test_so_does_one_that_has_found_something(seed: int) -> None:
    assert play(drawn(seed, ["island"])).findings == []


@pytest.mark.parametrize(
    ("seed", "ruleset"), [(47, "frontier"), (17, "wayfarers"), (51, "starfarers"), (59, "assembly")]
)
def test_under_each_law_a_game_begins_and_something_is_adopted(seed: int, ruleset: str) -> None:
    """Where nobody has a turn nothing is voted on, and such a season tries nothing."""
    result = play(replace(drawn(seed, [ruleset]), weeks=2 if ruleset == "starfarers" else 1))
    assert result.findings == []
    assert result.adopted >= 1


@pytest.mark.parametrize("name", company.NAMES)
def test_so_does_one_of_a_group_that_plays_for_long(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "NAMES", (name,))
    result = play(replace(drawn(1, ["island"], upheaval=True), weeks=2))
    assert result.findings == []
    assert result.struck[name] >= 1


def test_so_does_one_with_what_hands_seldom_do_and_the_engine_comes_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meddling, "SELDOM", 0.9)
    monkeypatch.setattr(meddling, "USUAL", 0)
    result = play(unruly(29))
    assert result.findings == []
    assert [name for name in meddling.BESIDE if not result.struck.get(name)] == []
    seldom = {"comment touched and edited by nobody", "merged into another branch", "issue closed before it was read"}
    assert seldom <= result.reached


def test_so_does_one_in_which_neither_edits_nor_roles_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meddling, "SELDOM", 0.9)  # who opens issues is asked about
    monkeypatch.setattr(faults, "RARER", 0.3)
    result = play(unruly(24))
    assert result.findings == []
    assert [name for name in ("edits not told", "roles not told") if not result.struck.get(name)] == []


def unruly(seed: int) -> Choice:
    choice = drawn(seed, ["island"], mischief=True)
    return replace(choice, weeks=min(choice.weeks, 3), mood=replace(choice.mood, mischief=True, canary=False))


@pytest.mark.parametrize("seed", [0, 5])
def test_so_does_one_that_is_left_alone_for_months_and_found_again(seed: int) -> None:
    result = play(drawn(seed, ["island"]))
    assert (result.findings, result.struck[SILENCE]) == ([], 1)


def ends_as_blessed(name: str, result: Result) -> None:
    assert {"season": name, **result.ends} == {"season": name, **BLESSED[name]}, OTHERWISE
