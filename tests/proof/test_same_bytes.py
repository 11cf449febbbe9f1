"""The same inbox gives the same bytes, wherever the engine runs. Other Pythons: `make test-pythons`."""

from __future__ import annotations

import difflib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.playthroughs.transcript import HERE
from tests.shares import only_whole

ROOT = Path(__file__).parents[2]
GAMES = sorted(
    HERE.glob("*.yaml"), key=lambda path: (HERE / path.stem / "journal.yaml").stat().st_size
)  # short ones first
# Dotless i, a comma in numbers, ASCII alone: each has broken a program that sorted, cased or wrote by its surroundings.
LOCALES = {"tr_TR.UTF-8": "tr_TR", "de_DE.UTF-8": "de_DE"}
SURROUNDINGS = [
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu", "LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONHASHSEED": "2", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"},
    {"PYTHONHASHSEED": "0", "TZ": "Pacific/Kiritimati", "LC_ALL": "de_DE.UTF-8"},
]
# What the clock showed there when the count of seconds began.
SHOWN_AT_ZERO = {"Asia/Kathmandu": "05:30", "America/St_Johns": "20:30", "Pacific/Kiritimati": "13:20"}


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The locales of the test, made where the machine has what they are made of."""
    folder = tmp_path_factory.mktemp("locales")
    if shutil.which("localedef"):
        for name, source in LOCALES.items():
            subprocess.run(["localedef", "-i", source, "-f", "UTF-8", folder / name], capture_output=True, check=False)
    return folder


@pytest.mark.parametrize("name", [path.stem for path in GAMES])
def test_a_game_comes_out_as_it_was_blessed_wherever_it_is_played(name: str, locales: Path) -> None:
    told = elsewhere(name, surroundings_of(name), locales)
    assert told["wrong"] == []
    for file, text in told["texts"].items():
        blessed = (HERE / name / file).read_text(encoding="utf-8")
        diff = "".join(
            difflib.unified_diff(blessed.splitlines(True), text.splitlines(True), f"blessed {file}", "now", n=1)
        )
        assert not diff, f"{diff[:4000]}\nIf this is right: python -m tests.playthroughs.bless {name}"
    assert told["surroundings"]["zone"] == SHOWN_AT_ZERO[surroundings_of(name)["TZ"]]  # they did reach the process


def elsewhere(name: str, around: dict[str, str], locales: Path) -> dict[str, Any]:
    """What a process in other surroundings tells of a game."""
    command = [sys.executable, "-m", "tests.proof.same_bytes", name]
    env = {"PATH": os.environ["PATH"], "LOCPATH": str(locales), **around}
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, timeout=600, check=True)
    return dict(json.loads(done.stdout))


def surroundings_of(name: str) -> dict[str, str]:
    """Each game in other surroundings than the one before it."""
    return SURROUNDINGS[[path.stem for path in GAMES].index(name) % len(SURROUNDINGS)]


@only_whole
def test_sets_are_in_another_order_there(locales: Path) -> None:
    """The test above would prove nothing if they never were."""
    show = "from tests.proof.same_bytes import surroundings; print(surroundings()['order of a set'])"
    orders = {
        subprocess.check_output([sys.executable, "-c", show], cwd=ROOT, env={"PATH": os.environ["PATH"], **around})
        for around in SURROUNDINGS
    }
    assert len(orders) == len(SURROUNDINGS)
