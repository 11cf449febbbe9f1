"""What is said to do to `main` is done word for word, and the game is well after it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from engine.doctor.clock import ahead
from engine.forge.folder import texts
from engine.game.calendar import DAY
from tests.doctor.conftest import Patient


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
    assert "comment/" in game.run().stdout
    game.clone(tmp_path / "after")
    assert [*ahead(patient.but(files=texts(tmp_path / "after"), now=game.clock.now).case)] == []
