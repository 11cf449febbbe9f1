"""The same inbox gives the same bytes, wherever the engine runs. Other Pythons: `make test-pythons`."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.proof.same_bytes import GAMES

ROOT = Path(__file__).parents[2]
# Dotless i, a comma in numbers, ASCII alone: each has broken a program that sorted, cased or wrote by its surroundings.
LOCALES = {"tr_TR.UTF-8": "tr_TR", "de_DE.UTF-8": "de_DE"}
SURROUNDINGS = [
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu", "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONHASHSEED": "2", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"},
    {"PYTHONHASHSEED": "0", "TZ": "Pacific/Kiritimati", "LC_ALL": "de_DE.UTF-8"},
]


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The locales of the test, made where the machine has what they are made of."""
    folder = tmp_path_factory.mktemp("locales")
    if shutil.which("localedef"):
        for name, source in LOCALES.items():
            subprocess.run(["localedef", "-i", source, "-f", "UTF-8", folder / name], capture_output=True, check=False)
    return folder


@pytest.fixture(scope="module")
def told(locales: Path) -> list[dict[str, Any]]:
    runs = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "tests.proof.same_bytes",
                *(path.stem for path in GAMES[place :: len(SURROUNDINGS)]),
            ],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], "LOCPATH": str(locales), **around},
            stdout=subprocess.PIPE,
        )
        for place, around in enumerate(SURROUNDINGS)
    ]
    said = [run.communicate(timeout=300)[0] for run in runs]
    assert [run.returncode for run in runs] == [0] * len(runs)
    return [json.loads(text) for text in said]


def test_hash_seeds_time_zones_and_locales_change_no_byte(told: list[dict[str, Any]]) -> None:
    """Each game in other surroundings than those it was blessed in; `make test-pythons` plays all of them on every Python."""
    blessed = {
        f"{path.stem}/{file.name}": hashlib.sha256(file.read_bytes()).hexdigest()
        for path in GAMES
        for file in path.with_suffix("").iterdir()
    }
    assert {name: hash_ for one in told for name, hash_ in one["hashes"].items()} == blessed


def test_the_surroundings_were_other_ones(told: list[dict[str, Any]]) -> None:
    """The test above would pass if they never reached the process."""
    assert len({one["surroundings"]["zone"] for one in told}) == len(SURROUNDINGS)
    assert len({one["surroundings"]["order of a set"] for one in told}) == len(SURROUNDINGS)
