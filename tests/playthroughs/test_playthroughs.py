from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tests.playthroughs.transcript import HERE, outcome, played


@pytest.mark.parametrize("path", sorted(HERE.glob("*.yaml")), ids=lambda p: p.stem)
def test_a_game_comes_out_as_it_was_blessed(path: Path) -> None:
    stage, wrong = played(path)
    assert wrong == []
    for name, text in outcome(stage).items():
        blessed = (HERE / path.stem / name).read_text(encoding="utf-8")
        diff = "".join(difflib.unified_diff(blessed.splitlines(True), text.splitlines(True), f"blessed {name}", "now", n=1))
        assert not diff, f"{diff[:4000]}\nIf this is right: python -m tests.playthroughs.bless {path.stem}"
