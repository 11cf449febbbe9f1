"""How a step that a rule failed at is told to whoever writes the rule: once, and with what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.entries import Outcome
from engine.game.replies import failing
from engine.law.document import Document
from engine.law.stumbles import advice


class Failures:
    """The failures of one case, each with the step where it was first."""

    def __init__(self) -> None:
        self.first: dict[str, int] = {}

    def told(self, outcome: Outcome, place: int) -> str:
        """Why a step was refused. What a failure would tell players, to propose a mended rule, is left out."""
        reason = str(outcome.get("reason", ""))
        if outcome.get("code") != "rule_fault":
            return f"{reason} {outcome.get('remedy', '')}".strip()
        first = self.first.setdefault(reason, place)
        return f"the failure of step {first}" if first < place else f"{reason} {advice(reason)}".strip()

    def heard(self, outcome: Outcome, documents: Mapping[str, Document]) -> str:
        """What rules failed at when they heard of what a step did; empty if none did."""
        found = [failing.noted(fault, documents.get(fault["rule"])) for fault in outcome.get("faults", [])]
        return "; ".join(f"{said} {advice(said)}".rstrip() for said in found)
