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
from tests.pace import TRIES, slowness
from tests.shares import share

ROOT = Path(__file__).parents[2]
MOST_SECONDS = 2.0  # on a machine of the usual pace
MOST_BYTES = 256_000_000


@pytest.mark.parametrize("door", DOORS)
def test_each_case_gets_what_it_must(door: str) -> None:
    found = played(door)
    assert list(found) == [case.name for case in share(cases(door), ONE_IN)]
    for _ in range(TRIES - 1):  # a busy machine only adds to what a case takes: what took too long is played again
        if slow := [name for name, one in found.items() if one["seconds"] > MOST_SECONDS]:
            found |= played(door, *slow)
    assert found_wrong(list(found.values()), MOST_SECONDS * slowness()) == []


def played(door: str, *names: str) -> dict[str, dict[str, Any]]:
    """Name -> what came of it, of these cases of a door or of those of its share."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.batch", door, *names], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stderr == ""
    return {one["case"]: one for one in map(json.loads, done.stdout.splitlines())}


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
