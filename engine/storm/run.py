"""One seed, one season: played, healed by clean passes, and looked at by the oracle."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from dataclasses import dataclass

from engine.storm.evidence import Evidence
from engine.storm.oracle import findings
from engine.storm.season import Choice, Season


@dataclass(frozen=True)
class Result:
    """What a season found; the faults it struck, by name."""

    choice: Choice
    findings: list[str]
    struck: Mapping[str, int]
    comments: int


def run(choice: Choice, law: Mapping[str, str]) -> Result:
    """Plays a season; an engine that fails in a way of its own is a finding too."""
    season = Season(choice, law)
    try:
        season.play()
        season.clear_up()
        wrong = findings(Evidence(season.island, season.hands.ledger, season.start, season.edge.timezone))
    except Exception:
        wrong = [f"the engine failed: {traceback.format_exc()}"]
    return Result(choice, wrong, dict(season.struck), len(season.island.model.comments))
