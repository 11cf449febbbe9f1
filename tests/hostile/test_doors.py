"""Every case of the corpus gets exactly what it must, within two seconds of the processor and 256 MB, and no process dies of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.batch import ONE_IN
from tests.hostile.corpus import DOORS, cases
from tests.pace import slowness
from tests.shares import share

ROOT = Path(__file__).parents[2]
MOST_SECONDS = 2.0  # on a machine of the usual pace
MOST_BYTES = 256_000_000


@pytest.mark.parametrize("door", DOORS)
def test_each_case_gets_what_it_must(door: str) -> None:
    command = [sys.executable, "-m", "tests.hostile.batch", door]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == ""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["case"] for one in found] == [case.name for case in share(cases(door), ONE_IN)]
    assert found_wrong(found, MOST_SECONDS * slowness()) == []


def found_wrong(played: list[dict[str, Any]], seconds: float = MOST_SECONDS) -> list[str]:
    """One line for each thing wrong: another answer than the one it must get, too many seconds, too many bytes."""
    wrong = []
    for one in played:
        wrong += [f"{one['case']}: {miss}" for miss in one["misses"]]
        if one["seconds"] > seconds:
            wrong.append(f"{one['case']}: {one['seconds']} seconds")
        if one["bytes"] > MOST_BYTES:
            wrong.append(f"{one['case']}: {one['bytes']} bytes")
    return wrong
