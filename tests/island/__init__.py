"""A toy ruleset for the engine's own tests: shells, fish and huts. The engine's tests never read rules/."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.game.examples.examples import Example, play
from engine.store import guard

HERE = Path(__file__).parent
RULESET = "island"


def texts() -> dict[str, str]:
    """path -> text of the island's law."""
    return {f"rules/{p.relative_to(HERE / 'rules')}": p.read_text() for p in sorted((HERE / "rules").rglob("*.*"))}


def with_rules(rules: Mapping[str, str | None]) -> dict[str, str]:
    """The island's law with these files added, replaced or (None) taken away; names are below rules/island/."""
    law = texts()
    for name, text in rules.items():
        path = f"rules/island/{name}"
        if text is None:
            del law[path]
        else:
            law[path] = text
    return law


def failures(case: str | Mapping[str, Any], law: Mapping[str, str] | None = None) -> list[str]:
    """What does not hold of a case, written as in the rule files."""
    content = guard.load(case) if isinstance(case, str) else case
    return [f.message for f in play(Example("case", 1, content), law or texts(), RULESET)]


def rule(number: int, title: str, *, front: str = "", code: str = "", prose: str = "So it is.") -> str:
    """The text of a small rule."""
    block = f"\n```starlark\n{code}```\n" if code else ""
    by_hand = "" if code or front else "by_hand: true\n"
    return f"---\nrule: {number}\ntitle: {title}\n{front}{by_hand}---\n{prose}\n{block}"
