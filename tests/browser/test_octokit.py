"""Octokit itself at a table: everyday calls are answered."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser.playing import WHOLE
from tests.table.tables import Time, island, opened, served

SCRIPT = Path(__file__).parent / "octokit.mjs"


@pytest.mark.skipif(not WHOLE, reason="`make test-browser` runs the whole")
def test_everyday_calls_of_octokit_are_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("npm") is None:
        pytest.skip("there is no npm here")
    place = tmp_path / "client"
    place.mkdir()
    shutil.copy(SCRIPT, place)
    install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "@octokit/rest@22"]
    subprocess.run(install, cwd=place, check=True, capture_output=True, timeout=120)
    island(monkeypatch)
    with opened(tmp_path / "game", Time()) as game, served(game) as (house, enter):
        words = [f"{enter('').address}/api/v3", game.host, game.model.name, house.seats.issue("bo"), "bo"]
        done = subprocess.run(["node", SCRIPT.name, *words], cwd=place, capture_output=True, text=True, timeout=120)
    assert done.stdout == "20 of 20\n", done.stdout + done.stderr
