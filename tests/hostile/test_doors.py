"""Every case of the corpus gets exactly what it must, within two seconds of the processor and 256 MB, and no process dies of it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.corpus import DOORS, cases

ROOT = Path(__file__).parents[2]
MOST_SECONDS = 2.0
MOST_BYTES = 256_000_000


@pytest.mark.parametrize("door", DOORS)
def test_each_case_gets_what_it_must(door: str) -> None:
    command = [sys.executable, "-m", "tests.hostile.batch", door]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == ""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["case"] for one in found] == [case.name for case in cases(door)]
    assert [f"{one['case']}: {miss}" for one in found for miss in one["misses"]] == []
    assert [(one["case"], one["seconds"]) for one in found if one["seconds"] > MOST_SECONDS] == []
    assert [(one["case"], one["bytes"]) for one in found if one["bytes"] > MOST_BYTES] == []
