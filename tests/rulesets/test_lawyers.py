"""Credo and Frontier against people who go by the letter: whole little games, each with what has to come of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.examples import examples
from tests.rulesets.texts import HOST, TEXTS

LAWYERS = Path(__file__).parent / "lawyers"
CASES = [
    (ruleset, case)
    for ruleset in ("credo", "frontier")
    for case in examples.cases_of_file(f"{ruleset}.yaml", (LAWYERS / f"{ruleset}.yaml").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(
    ("ruleset", "case"), CASES, ids=lambda one: one if isinstance(one, str) else one.content["name"]
)
def test_who_tries_to_win_by_the_letter_finds_no_hole(ruleset: str, case: examples.Example) -> None:
    assert [f.message for f in examples.play(case, TEXTS, ruleset, HOST)] == []
