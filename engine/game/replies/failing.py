"""How the failure of a rule is named, in refusals and in what is announced."""

import re
from collections.abc import Mapping
from typing import Any, Final

from engine.game.replies.harmless import plain
from engine.game.replies.inert import inert
from engine.law.documents.document import Document
from engine.law.running.blame import RuleFault

ENGINE_FAILED: Final = "The engine failed at this: that is a mistake of the engine's, not yours."


def rule_failed(fault: RuleFault, document: Document | None) -> str:
    """Which rule failed where, and why; of the engine itself, that it is not the rule's fault."""
    if not fault.slug:
        return ENGINE_FAILED
    return _failed(fault.slug, fault.line, fault.why, fault.shown_way, document)


def mended_by(document: Document | None) -> str:
    """By the file: that, and not the title, makes a proposal amend the rule."""
    return f"It takes a proposal to mend that rule{f', {inert(document.path)}' if document else ''}"


def noted(fault: Mapping[str, Any], document: Document | None) -> str:
    """The same of a failure as it is noted in the journal."""
    return _failed(fault["rule"], fault["line"], fault["why"], fault.get("way", ""), document)


def _failed(slug: str, line: int, why: str, way: str, document: Document | None) -> str:
    came = f" (the way there: {plain(way)})" if way else ""
    return f"{rule_named(slug, document)} failed at line {line}: {plain(why)}{came}."


def rule_says(slug: str, document: Document | None, said: str) -> str:
    """By which rule something is refused, so that whoever minds can read it, and change it. Empty if what was said names it."""
    number = document.number if document else None
    if number is not None and re.search(rf"\brule {number}\b", said, re.IGNORECASE):
        return ""
    return f"{rule_named(slug, document)} says so."


def rule_named(slug: str, document: Document | None) -> str:
    """A rule that is only proposed has no number."""
    return f"Rule {document.number} ({plain(document.title)})" if document and document.number else f"The rule `{slug}`"
