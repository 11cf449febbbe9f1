"""`python -m tests.storms`: what it prints, what it prints when something is wrong, and that this can be played again."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.game.proposals import tally
from tests.shares import only_whole
from tests.storms.__main__ import command
from tests.storms.faults import NAMES
from tests.storms.laws import ROOT

PLACES = ("--root", str(ROOT), "--island", str(ROOT / "tests" / "island"))
SEED = 0  # in its first weeks somebody votes twice


def storm(*words: str) -> Result:
    return CliRunner().invoke(command, [*words, *PLACES])


def first_words(ballots: list[dict[str, Any]], electors: list[str]) -> list[dict[str, Any]]:
    """A bug: of each voter the first ballot counts, not the latest."""
    found: dict[str, dict[str, Any]] = {}
    for ballot in ballots:
        if not ballot["deleted"] and ballot["choice"] and ballot["voter"] in electors:
            found.setdefault(ballot["voter"], ballot)
    return list(found.values())


@only_whole
def test_a_season_that_finds_something_is_made_small_and_can_be_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "latest", first_words)
    found = storm("--seeds", "1", "--seed", str(SEED), "--weeks", "3", "--ruleset", "island", "--even")
    assert found.exit_code == 1
    assert "the last word was" in found.output
    again = re.search(r"again: python -m tests.storms (.*)", found.output)
    assert again is not None
    small = shlex.split(again[1])
    assert "--only" in small or small[small.index("--calm") + 1] == "all"
    assert len(small[small.index("--skip") + 1].split(",")) >= 5
    repeated = storm(*small)
    assert repeated.exit_code == 1
    assert repeated.output.startswith(f"seed {SEED}: poll ")
    assert "the last word was" in repeated.output
    monkeypatch.undo()
    assert storm(*small).exit_code == 0


@only_whole
def test_with_several_processes_each_seed_is_played_as_with_one() -> None:
    alone, together = (storm("--each", "--seeds", "4", "--weeks", "2", "--jobs", jobs) for jobs in ("1", "2"))
    assert alone.exit_code == 0
    assert alone.output.splitlines()[:-1] == together.output.splitlines()[:-1]
    assert [line.split(":")[0] for line in alone.output.splitlines()[:4]] == [f"seed {n}" for n in range(4)]


def test_it_prints_how_often_each_fault_struck_and_seeds_per_second() -> None:
    lines = storm("--seeds", "2", "--weeks", "2").output.splitlines()
    counted = [line.strip().split("  ", 1) for line in lines if re.match(r" *\d+  ", line)]
    counts = {name: count for count, name in counted}
    assert set(NAMES) <= set(counts)
    assert int(counts["event lost"]) > 0
    assert re.fullmatch(r"\d+\.\d seeds a second\.", lines[-1])


def test_calm_faults_do_not_strike_and_unknown_ones_are_told() -> None:
    calm = storm("--seeds", "2", "--weeks", "2", "--calm", "all")
    struck = [line for line in calm.output.splitlines() if re.match(r" *[1-9]\d*  ", line)]
    assert (calm.exit_code, struck) == (0, [])
    only = storm("--seeds", "2", "--weeks", "2", "--only", "push refused").output
    assert {line.split("  ")[-1] for line in only.splitlines() if re.match(r" *[1-9]\d*  ", line)} == {"push refused"}
    unknown = storm("--calm", "flood")
    assert (unknown.exit_code, "There is no fault 'flood'." in unknown.output) == (2, True)


def test_processes_play_side_by_side() -> None:
    """As a command of its own, for what a process begins with is what `python -m` loads."""
    said = ["--seeds", "2", "--jobs", "2", "--weeks", "1", "--ruleset", "island", "--each"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.storms", *said], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr[-500:]
    assert len(re.findall(r"^seed [01]: island", done.stdout, re.MULTILINE)) == 2
