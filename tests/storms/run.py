"""One seed, one season: played, healed by one clean pass, and looked at by the oracle."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass

from engine.store.digest import sha256
from tests.storms import ends, marks
from tests.storms.evidence import Evidence
from tests.storms.oracle import findings
from tests.storms.scenarios import CONFLICT
from tests.storms.season import PLAYS, Choice, Season


@dataclass(frozen=True)
class Result:
    """What a season found; the faults it struck, by name; a digest of each part of what stands at its end; how much was adopted."""

    choice: Choice
    findings: list[str]
    struck: Mapping[str, int]
    comments: int
    ends: Mapping[str, str]
    reached: frozenset[str] = frozenset()
    adopted: int = 0

    @property
    def digest(self) -> str:
        """One for all parts."""
        return sha256("\n".join(self.ends.values()))

    @property
    def sang(self) -> bool:
        """Whether the canary of this season was noticed."""
        return any("was never judged" in finding for finding in self.findings)


def run(choice: Choice, law: Mapping[str, str]) -> Result:
    """Plays a season; an engine that fails in a way of its own is a finding too."""
    season = Season(choice, law)
    heard, adopted = marks.listening(), 0
    try:
        season.play()
        season.clear_up()
        evidence = Evidence(season.island, season.actors.ledger, season.start, season.edge.timezone)
        season.struck[CONFLICT] += evidence.conflicts
        adopted = [poll["status"] for poll in evidence.polls.values()].count("adopted")
        wrong = findings(
            evidence, known_law=choice.ruleset in PLAYS and not (choice.mood.lawless or choice.mood.upheaval)
        )
    except Exception:
        wrong = [f"the engine failed: {traceback.format_exc()}"]
    struck = {name: count for name, count in sorted(season.struck.items()) if count}
    comments, stands = len(season.island.model.comments), ends.digests(ends.texts(season.island))
    return Result(choice, wrong, struck, comments, stands, frozenset(heard), adopted)


def play_of(laws: Mapping[str, Mapping[str, str]], choice: Choice) -> Result:
    """The season of a choice, by its ruleset's law. Here, for no other process finds what stands in a `__main__`."""
    return run(choice, laws[choice.ruleset])
