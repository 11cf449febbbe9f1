"""Rules from the shelf that are amended by a vote while something is under way.

Such a vote goes as the shelf's own law has it, so these are no examples in the rules: those are taken to other laws.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.examples.examples import Example, cases_of_file, play
from engine.template import shipped
from tests.rulesets.texts import HOST

FILE = Path(__file__).with_name("shelf_amended.yaml")


@pytest.mark.parametrize("case", cases_of_file(FILE.name, FILE.read_text()), ids=lambda case: case.name)
def test_what_is_under_way_ends_as_it_was_agreed(case: Example) -> None:
    assert play(case, shipped.law(shipped.SHELF), shipped.SHELF, HOST) == []
