"""What is said to do to `main` is done word for word, and the game is well after it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from engine.doctor.clock import ahead
from engine.doctor.on_github import folder
from engine.forge.folder import newest_commit, texts
from engine.forge.repository import GitRepository
from engine.game.calendar import DAY
from engine.referee.verify import verify
from tests.doctor.conftest import Patient
from tests.newgame.games import OWNER


def test_a_clock_that_ran_ahead_goes_on_from_what_main_was_before_as_the_line_that_is_told_shows(
    patient: Patient, tmp_path: Path
) -> None:
    """It was said to revert a commit that `nomic verify` would name: it names none, and no revert sets the clock."""
    game, now = patient.game, patient.game.clock.now
    game.say("ana", "/status")
    assert game.run().returncode == 0
    before = game.hub.git.head()
    game.clock.now += 40 * DAY
    game.say("bo", "/status")
    assert game.run().returncode == 0
    game.clock.now = now + 600
    game.say("cy", "/status")
    assert "Nothing to do." in game.run().stdout
    game.clone(tmp_path / "clone")
    (found,) = ahead(patient.but(files=texts(tmp_path / "clone"), now=game.clock.now).case)
    (line,) = re.findall(r"`(git log .*)`", found.remedy)
    shown = subprocess.run(
        ["sh", "-ec", line], cwd=tmp_path / "clone", check=True, capture_output=True, text=True
    ).stdout
    last = re.findall(r"^commit (\w+)", shown, re.MULTILINE)[-1]
    assert game.hub.git.run("rev-parse", f"{last}~1") == before
    game.hub.git.move("refs/heads/main", before)
    shutil.rmtree(game.folder.parent / "work")  # a runner clones anew each time
    assert "comment/" in game.run().stdout
    game.clone(tmp_path / "after")
    assert [*ahead(patient.but(files=texts(tmp_path / "after"), now=game.clock.now).case)] == []


def test_a_folder_with_commits_of_its_own_beside_those_of_passes_is_brought_together_by_the_lines_that_are_told(
    patient: Patient, tmp_path: Path
) -> None:
    """git pulls nothing there unless it is told how: it was said to pull, and nothing else."""
    game, clone = patient.game, tmp_path / "clone"
    game.clone(clone)
    owner = game.hub.token(game.hub.model.account(OWNER).id)
    url = f"{game.hub.address}/{game.hub.full_name}.git".replace("http://", f"http://{OWNER}:{owner}@")
    me = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}

    def sh(line: str) -> None:
        env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), **me}
        subprocess.run(["sh", "-ec", line], cwd=clone, env=env, check=True, capture_output=True)

    sh(f"git remote set-url origin {url}; echo Hello >> README.md; git commit --quiet --all --message Hello")
    game.say("ana", "/status")
    assert game.run().returncode == 0
    (found,) = folder(patient.but(files=texts(clone), commit=newest_commit(clone)).case)
    for line in re.findall("`(.*?)`", found.remedy):
        sh(line)
    game.say("bo", "/status")
    assert "comment/" in game.run().stdout
    assert game.hub.git.file("main", "README.md").endswith("Hello")
    (tmp_path / "copy").mkdir()
    with GitRepository(str(game.hub.git.directory), tmp_path / "copy") as repository:
        assert verify(repository, None, [game.key.encode()]).findings == []
