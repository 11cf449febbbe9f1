"""One seed, one season: played, healed by clean passes, and looked at by the oracle."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from engine.storm.faults import calm
from engine.storm.island import Island
from engine.storm.oracle import findings
from engine.storm.season import Season

START = 1_767_614_400  # 2026-01-05T12:00:00Z
CLEAN_PASSES = 6


@dataclass(frozen=True)
class Result:
    """What a seed found; the faults it struck, by name."""

    seed: int
    findings: list[str]
    struck: Mapping[str, int]
    comments: int

    def __str__(self) -> str:
        again = f"\n  again: nomic storm --seeds 1 --seed {self.seed}" if self.findings else ""
        return f"seed {self.seed}: {'; '.join(self.findings[:5]) or 'nothing lost'}{again}"


def run_seed(seed: int, law: Mapping[str, str], ruleset: str, weeks: int = 4) -> Result:
    island = Island(law, ruleset, START)
    season = Season(island, random.Random(seed))
    season.play(weeks)
    calm(island)
    for _ in range(CLEAN_PASSES):
        island.clock.now += 1_000
        island.referee().run()
    struck = {**season.struck, **island.fuse.struck}
    return Result(seed, findings(island, START), struck, len(island.model.comments))
