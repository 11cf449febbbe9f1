"""Octokit itself at a table: everyday calls are answered."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser.playing import WHOLE
from tests.table.tables import Time, island, opened, served

PAGE = Path(__file__).parents[2] / "docs" / "play-here.md"
WRITTEN = "http://127.0.0.1:8352/api/v3"
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
        (shown,) = re.findall(r"```js\n(.*?)```", PAGE.read_text(), re.DOTALL)
        instead = {"SECRET": words[3], WRITTEN: words[0], '"ana"': f'"{words[1]}"', '"meadow"': f'"{words[2]}"'}
        for written, real in instead.items():
            assert written in shown
            shown = shown.replace(written, real)
        (place / "shown.mjs").write_text(shown)
        as_shown = subprocess.run(["node", "shown.mjs"], cwd=place, capture_output=True, text=True, timeout=120)
        said = [comment.body for comment in game.model.comments.values() if comment.thread == 1]
    assert done.stdout == "20 of 20\n", done.stdout + done.stderr
    assert as_shown.returncode == 0 and "/join Ur" in said, as_shown.stderr
