"""What an operator sees when a pass cannot be made: a cause, a remedy, an exit code; never a traceback or a token."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.stage import Stage, game

NOMIC = Path(sys.executable).parent / "nomic"


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with game(tmp_path_factory.mktemp("game"), "ana") as made:
        yield made


def nomic(stage: Stage, folder: Path) -> subprocess.CompletedProcess[str]:
    stage.clock.now += 60
    given = {
        "PATH": os.environ["PATH"],
        "GITHUB_TOKEN": stage.token,
        "GITHUB_REPOSITORY": stage.hub.full_name,
        "GITHUB_API_URL": stage.hub.address,
        "GITHUB_SERVER_URL": stage.hub.address,
        "NOMIC_COPY": str(folder),
        "NOMIC_QUICK": "1",
        "NOMIC_DICE_KEY": "key",
    }
    return subprocess.run([NOMIC, "referee"], env=given, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("fault", "path", "cause", "remedy"),
    [
        ("unauthorized", "GET", "the token is not accepted", "Set GITHUB_TOKEN"),
        ("forbidden", "/issues", "lacks a permission", "Add `issues: read`"),
        ("rate_limit", "GET", "the rate limit is used up", "the next pass tries again"),
        ("unavailable", "GET", "GitHub answered 503", "the next pass tries again"),
        ("missing", "/issues", "no such repository", "Check GITHUB_REPOSITORY"),
        ("unauthorized", "GIT", "could not read Username", "check the token"),
    ],
)
def test_one_line_of_cause_and_one_of_remedy(
    stage: Stage, tmp_path: Path, fault: str, path: str, cause: str, remedy: str
) -> None:
    stage.hub.faults.strike(fault, 100, path)
    main = stage.hub.git.head()
    done = nomic(stage, tmp_path)
    stage.hub.faults.waiting.clear()
    assert done.returncode == 1
    first, second = done.stderr.splitlines()
    assert first.startswith("Error: ")
    assert cause in first
    assert remedy in second
    assert "Traceback" not in done.stdout + done.stderr
    assert stage.token not in done.stdout + done.stderr
    assert stage.hub.git.head() == main


def test_what_could_not_be_said_is_told_and_is_no_failure(stage: Stage, tmp_path: Path) -> None:
    stage.say("ana", "/give 100 shells to ana")
    stage.hub.faults.strike("locked", 100, "POST /repos/owner/island/issues/1/comments")
    done = nomic(stage, tmp_path)
    stage.hub.faults.waiting.clear()
    assert done.returncode == 0
    assert "held back: #1: " in done.stdout
    assert nomic(stage, tmp_path).returncode == 0
