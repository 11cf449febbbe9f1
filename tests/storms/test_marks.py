"""The marked places of the engine: all of them are known, and a season says which it came by."""

from __future__ import annotations

import subprocess

from tests.storms.laws import ROOT
from tests.storms.marks import all_marks
from tests.storms.test_command import storm


def test_every_mark_in_the_engine_is_known() -> None:
    found = subprocess.run(
        ["git", "grep", "-hc", 'reached("', "--", "engine"], cwd=ROOT, capture_output=True, text=True
    )
    lines = sum(int(count) for count in found.stdout.split())
    assert "vote found before the verdict" in all_marks()
    assert 20 <= len(all_marks()) <= lines


def test_a_run_lists_the_marks_it_never_came_by() -> None:
    said = storm("--seeds", "1", "--seed", "5", "--weeks", "2", "--ruleset", "island").output
    (line,) = [line for line in said.splitlines() if " marks never reached: " in line]
    count, _, never = line.removeprefix("Of ").partition(" marks never reached: ")
    assert int(count) == len(all_marks())
    assert 0 < len(never.split(", ")) < len(all_marks())
