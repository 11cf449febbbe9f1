"""One seed makes one season: the same commits, the same conversation, the same strikes, wherever and whenever it is played."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.shares import share
from tests.storms.laws import ROOT, play
from tests.storms.season import Choice

WEEKS = 3
SEASON = ("--even", "--each", "--seeds", "1", "--seed", "3", "--weeks", str(WEEKS))


def test_the_same_seed_twice_ends_the_same() -> None:
    assert play(Choice(3, weeks=WEEKS)) == play(Choice(3, weeks=WEEKS))


def test_another_seed_ends_otherwise() -> None:
    assert play(Choice(3, weeks=WEEKS)).digest != play(Choice(4, weeks=WEEKS)).digest


@pytest.mark.parametrize(("seed", "zone"), share([("4711", "Asia/Kathmandu"), ("1", "UTC")], 2))
def test_a_season_ends_the_same_under_any_hash_seed_and_time_zone(seed: str, zone: str) -> None:
    here = play(Choice(3, "credo", WEEKS)).digest[:16]
    command = [sys.executable, "-m", "tests.storms", *SEASON, "--ruleset", "credo"]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("seed 3: credo, ")
    assert done.stdout.split("\n", 1)[0].endswith(f"ends as {here}")
