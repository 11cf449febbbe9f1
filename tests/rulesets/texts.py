"""The texts of all rulesets, and a host for them; to read all their examples as well takes seconds."""

from __future__ import annotations

from engine.game.words.registry import new_host
from tests.pinned import rules

RULES = rules()
TEXTS = {
    f"rules/{p.relative_to(RULES).as_posix()}": p.read_text(encoding="utf-8")
    for p in sorted(RULES.rglob("*"))
    if p.suffix in (".md", ".star")
}
HOST = new_host()
