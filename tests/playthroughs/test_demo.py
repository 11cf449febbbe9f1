"""The season of `nomic demo`: real git, real HTTP, the real referee, and the same to the byte wherever it is played."""

from __future__ import annotations

import difflib
import subprocess
from pathlib import Path

import pytest

from engine.forge.repository import GitRepository
from engine.referee.verify import verify
from tests.playthroughs.demo import ABROAD, NOMIC, STORY, begun, story
from tests.shares import WHOLE


SCENES = 9  # to the first proposal


def test_its_beginning_is_told_as_it_was_blessed_under_another_hash_seed_and_zone(tmp_path: Path) -> None:
    told, blessed = begun(tmp_path / "abroad", ABROAD, SCENES)
    assert told.strip("\n").splitlines() == blessed.strip("\n").splitlines()
    assert "Did you mean `/buy farm`?" in told


@pytest.mark.skipif(not WHOLE, reason="`make test-all` plays it to its end")
def test_the_season_is_told_as_it_was_blessed_under_another_hash_seed_and_zone(tmp_path: Path) -> None:
    """The story ends with the name of the last commit, which names every byte of the game."""
    told = story(tmp_path / "abroad", ABROAD)
    blessed = STORY.read_text(encoding="utf-8")
    diff = "".join(difflib.unified_diff(blessed.splitlines(True), told.splitlines(True), "blessed", "now", n=1))
    assert not diff, f"{diff[:4000]}\nIf this is right: python -m tests.playthroughs.bless demo"
    for words in ("merged into main: 352-farms.md", "Starved", "Growth", "/join <village>", "352 Cheaper farms"):
        assert words in told
    with GitRepository(str(tmp_path / "abroad" / "demo.git"), tmp_path / "copy") as repository:
        proof = verify(repository)
    assert proof.findings == []
    assert proof.entries > 100


@pytest.mark.parametrize("used", ["demo.git", "notes.txt"])
def test_a_used_folder_is_not_played_over(tmp_path: Path, used: str) -> None:
    (tmp_path / used).write_text("mine")
    done = subprocess.run([NOMIC, "demo", "--keep", "."], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "not empty" in done.stderr
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [(used, "mine")]
