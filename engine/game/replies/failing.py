"""How the failure of a rule is named, in refusals and in what is announced."""

from __future__ import annotations

from typing import Final

from engine.game.replies.harmless import plain
from engine.law.blame import RuleFault
from engine.law.document import Document

ENGINE_FAILED: Final = "The engine failed at this: that is a mistake of the engine's, not yours."


def rule_failed(fault: RuleFault, document: Document | None) -> str:
    """Which rule failed where, and why; of the engine itself, that it is not the rule's fault."""
    if not fault.slug:
        return ENGINE_FAILED
    return f"{rule_named(fault.slug, document)} failed at line {fault.line}: {plain(fault.why)}."


def rule_named(slug: str, document: Document | None) -> str:
    return f"Rule {document.number} ({plain(document.title)})" if document and document.number else f"`{slug}`"
