"""The mutants that are said to change nothing are of the code as it stands: of a line that is gone nothing is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.store import canon

ROOT = Path(__file__).parents[2]
ALIKE = canon.read((ROOT / "tests" / "mutants" / "alike.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", ALIKE)
def test_each_line_still_stands_in_its_file_and_becomes_another_for_a_reason(path: str) -> None:
    text = " ".join((ROOT / path).read_text(encoding="utf-8").split())
    for mutant in ALIKE[path]:
        assert " ".join(mutant["line"].split()) in text
        assert mutant["line"] != mutant.get("becomes")
        assert mutant["why"].endswith(".")
