"""The longest tests take turns: each run of `make test` plays a fourteenth of their time, and all others always.

Which ones, the commit says: the next one plays others. `make test-all` plays all, and so does pytest where no turn is named.
`python -m tests.longest` measures anew which tests are long.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from engine.store import canon

# Test -> seconds, as measured.
LONGEST: Final = Path(__file__).parent / "longest.yaml"
LONG: Final = 0.3  # seconds
TURNS: Final = 14
# What no other test proves is proved at each commit, however long it takes.
_BLESSED: Final = "tests/proof/test_same_bytes.py::test_a_game_comes_out_as_it_was_blessed_wherever_it_is_played"
ALWAYS: Final = (
    *(f"{_BLESSED}[{game}]" for game in ("credo_winter", "frontier_autumn", "starfarers_may", "wayfarers_journey")),
    "tests/storms/test_seasons.py::test_seasons_end",  # every fault strikes, and nothing is lost
    "tests/playthroughs/",  # blessed games
    "tests/proof/test_crash.py::",
    "tests/endtoend/test_workflow.py::test_a_vote_is_committed_answered_and_shown",
)


def left_to_others(tests: Iterable[str], turn: str) -> set[str]:
    """Those of the longest that have their turn at other commits; none where no turn is named."""
    if not turn:
        return set()
    ours = int(hashlib.sha256(turn.encode()).hexdigest(), 16) % TURNS
    return {test for test in tests if turns().get(test, ours) != ours}


@cache
def turns() -> dict[str, int]:
    """Test -> its turn: the longest first, each where the least is to be done, so that no commit waits longer than another."""
    longest: dict[str, float] = canon.read(LONGEST.read_text(encoding="utf-8"))
    taking = sorted((test for test in longest if not test.startswith(ALWAYS)), key=lambda test: (-longest[test], test))
    spent = [0.0] * TURNS
    found = {}
    for test in taking:
        found[test] = min(range(TURNS), key=lambda turn: (spent[turn], turn))
        spent[found[test]] += longest[test]
    return found


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left = left_to_others((item.nodeid for item in items), os.environ.get("NOMIC_TURN", ""))
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
    items[:] = [item for item in items if item.nodeid not in left]


class Measuring:
    """A plugin for pytest: how long each test takes, with what is set up for it."""

    def __init__(self) -> None:
        self.taken: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.taken[report.nodeid] += report.duration

    def longest(self) -> dict[str, float]:
        return {test: round(seconds, 1) for test, seconds in self.taken.items() if seconds >= LONG}


def main() -> None:
    measuring = Measuring()
    code = pytest.main(["-n", "2", "--dist", "worksteal", *sys.argv[1:]], plugins=[measuring])
    if code == 0 and len(sys.argv) == 1:
        LONGEST.write_text(canon.emit(measuring.longest()), encoding="utf-8")
    sys.exit(code)


if __name__ == "__main__":
    main()
