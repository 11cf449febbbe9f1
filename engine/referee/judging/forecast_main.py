"""The child that plays a proposal's weeks: no key, no token, no environment, sealed like the judge. One job, one answer, as JSON."""

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from engine.game.forecasting import FAILURES, Numbers, pair, present
from engine.game.world.world import World
from engine.law.running.host import Host
from engine.referee.judging import limits
from engine.referee.judging.confined import confined
from engine.referee.judging.lines import say

LARGEST: Final = 4_000_000


def main() -> None:
    job = json.load(sys.stdin)
    host, fuse = confined(LARGEST)
    with suppress(*FAILURES):  # what cannot be read is told by the answer
        World(job["files"], host)
    limits.settle(LARGEST)
    say(sys.stdout.buffer, answer(job, host, fuse.renew))
    os._exit(0)


def answer(job: Mapping[str, Any], host: Host, renew: Callable[[], None] = lambda: None) -> dict[str, Any]:
    """`files`, `poll`, `weeks`, `seeds`: numbers of the runs. Gives the numbers now and after each run, or why it cannot be played."""
    runs = []
    try:
        for seed in job["seeds"]:
            renew()
            runs.append([_listed(numbers) for numbers in pair(job["files"], job["poll"], job["weeks"], seed, host)])
        return {"now": _listed(present(job["files"], host)), "runs": runs, "trouble": ""}
    except FAILURES as failure:
        return {"now": [], "runs": [], "trouble": str(failure)}


def _listed(numbers: Numbers) -> list[Any]:
    return [[*place, value] for place, value in numbers.items()]


if __name__ == "__main__":
    main()
