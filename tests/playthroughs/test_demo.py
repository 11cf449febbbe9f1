"""The season of `nomic demo`: real git, real HTTP, the real referee, and the same to the byte wherever it is played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.forge.repository import GitRepository
from engine.referee.verify import verify

NOMIC = Path(sys.executable).parent / "nomic"


def start(folder: Path, **env: str) -> subprocess.Popen[str]:
    """The folder is named as it is seen from the one above it."""
    command = [NOMIC, "demo", "--keep", folder.name]
    whole = {"PATH": "/usr/local/bin:/usr/bin:/bin", **env}
    return subprocess.Popen(command, cwd=folder.parent, stdout=subprocess.PIPE, text=True, env=whole)


def test_two_seasons_under_other_hash_seeds_and_zones_are_equal_to_the_byte(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    runs = [
        start(one, PYTHONHASHSEED="1", TZ="Asia/Tokyo"),
        start(two, PYTHONHASHSEED="2", TZ="America/New_York", LC_ALL="C"),
    ]
    stories = [run.communicate(timeout=900)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    assert stories[0].replace(str(one), "") == stories[1].replace(str(two), "")
    heads = {subprocess.check_output(["git", "-C", f / "demo.git", "rev-parse", "main"], text=True) for f in (one, two)}
    assert len(heads) == 1
    for words in ("merged into main: 352-farms.md", "Starved", "Growth", "/join <village>", "352 Cheaper farms"):
        assert words in stories[0]
    with GitRepository(str(one / "demo.git"), tmp_path / "copy") as repository:
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
