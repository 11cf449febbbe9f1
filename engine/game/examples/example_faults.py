"""How a step that a rule failed at is told to whoever writes the rule: once, and with what to do about it."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from engine.game.entries import Outcome
from engine.game.proposals import polls
from engine.game.prospects import boards
from engine.game.replies import failing
from engine.game.world.world import World
from engine.law.documents.document import Document
from engine.law.running.blame import RuleFault
from engine.law.running.stumbles import advice

_NAME: Final = re.compile(r"""'"?\w+"?'""")  # of something in a rule's code


class Failures:
    """The failures of one case, each with the step where it was first."""

    def __init__(self) -> None:
        self.first: dict[str, int] = {}
        self._met: set[tuple[str, int]] = set()  # rule and line

    def told(self, outcome: Outcome, place: int) -> str:
        """Why a step was refused. What a failure would tell players, to propose a mended rule, is left out."""
        reason = str(outcome.get("reason", ""))
        if outcome.get("code") != "rule_fault":
            return f"{reason} {outcome.get('remedy', '')}".strip()
        first = self.first.setdefault(reason, place)
        return f"the failure of step {first}" if first < place else f"{reason} {advice(reason)}".strip()

    @staticmethod
    def meant(outcome: Outcome, said: str, wanted: str) -> str:
        """In what is said of a refusal, what an example can mean by its words.

        Of a failure the names of rule and code are left out, as of "no attribute 'sealed'": such a case would hold, and the rule would not.
        Whoever writes it out as it is told, with its quotes, means the failure.
        """
        if outcome.get("code") != "rule_fault" or "failed" in wanted.lower() or "'" in wanted:
            return said
        return _NAME.sub("", said.partition(" failed ")[2])

    def heard(self, outcome: Outcome, documents: Mapping[str, Document]) -> str:
        """What rules failed at when they heard of what a step did; empty if none did."""
        found = [failing.noted(fault, documents.get(fault["rule"])) for fault in outcome.get("faults", [])]
        return "; ".join(f"{said} {advice(said)}".rstrip() for said in found)

    def over(
        self, outcome: Outcome, borne: Iterable[RuleFault], documents: Mapping[str, Document], *, again: bool
    ) -> str:
        """What rules failed at when a poll was counted or completed, or the status told, after a step; empty if none did.

        The step itself is done: whoever reads the answer alone would not know. What was told of before comes again each time,
        and is told `again` only where a step says that it fails.
        """
        found = {(fault.slug, fault.line): failing.rule_failed(fault, documents.get(fault.slug)) for fault in borne}
        fault = outcome.get("fault")
        if fault is not None and fault.get("completing"):
            found[fault["rule"], fault["line"]] = failing.noted(fault, documents.get(fault["rule"]))
        told = [said for place, said in found.items() if again or place not in self._met]
        self._met |= found.keys() | ({(fault["rule"], fault["line"])} if fault is not None else set())
        return "; ".join(f"{said} {advice(said)}".rstrip() for said in told)

    def at_the_end(self, world: World, now: int) -> list[str]:
        """The open polls that nobody could decide, since a rule fails at that, where no step came to it."""
        wrong = []
        with boards.drawing(world, now):
            for key in polls.open_polls(world):
                before = len(world.moment.borne)
                boards.foreseen(world, key)
                left = [fault for fault in world.moment.borne[before:] if (fault.slug, fault.line) not in self._met]
                wrong += [f"at the end: a rule failed over the poll {key}: {fault}" for fault in left]
        return wrong
