"""The examples beside the rules hold, and every rule with code has one of what it does and one of what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game import examples
from engine.game.words.registry import new_host

ROOT = Path(__file__).parents[2]
TEXTS = {
    p.relative_to(ROOT).as_posix(): p.read_text(encoding="utf-8")
    for p in sorted((ROOT / "rules").rglob("*"))
    if p.suffix in (".md", ".star")
}
HOST = new_host()
RULESETS = sorted({path.split("/")[1] for path in TEXTS if path.endswith(".md")})
CASES = [
    pytest.param(case, name, id=f"{case.path}:{case.line}")
    for name in RULESETS
    for case in examples.cases_of_ruleset(TEXTS, name)
]


@pytest.mark.parametrize(("case", "ruleset"), CASES)
def test_an_example_holds(case: examples.Case, ruleset: str) -> None:
    assert [str(f) for f in examples.play(case, TEXTS, ruleset, HOST)] == []
