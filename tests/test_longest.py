"""The longest tests take turns: none is left out for ever, and all others are always there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from engine.store import canon
from tests.longest import ALWAYS, LONGEST, TURNS, left_to_others, turns

ROOT = Path(__file__).parents[1]
LISTED = list(canon.read(LONGEST.read_text(encoding="utf-8")))
COMMITS = [f"{number:040x}" for number in range(100)]


def test_each_is_played_at_some_commits_and_left_to_others_at_some() -> None:
    left = [left_to_others(LISTED, commit) for commit in COMMITS]
    turns = [test for test in LISTED if not test.startswith(ALWAYS)]
    assert [test for test in turns if all(test in some for some in left)] == []
    assert [test for test in turns if not any(test in some for some in left)] == []


def test_no_turn_takes_much_longer_than_another() -> None:
    longest = canon.read(LONGEST.read_text(encoding="utf-8"))
    spent = [sum(longest[test] for test, turn in turns().items() if turn == each) for each in range(TURNS)]
    assert max(spent) - min(spent) <= max(longest[test] for test in turns())


def test_what_is_not_long_and_what_nothing_else_proves_is_played_at_each_commit() -> None:
    always = [test for test in LISTED if test.startswith(ALWAYS)]
    assert always
    for commit in COMMITS:
        assert left_to_others([*always, "tests/game/test_dice.py::test_a_short_one"], commit) == set()


def test_where_no_turn_is_named_nothing_is_left_out() -> None:
    assert left_to_others(LISTED, "") == set()


def test_files_of_the_longest_are_there() -> None:
    assert sorted({file for file in (test.partition("::")[0] for test in LISTED) if not (ROOT / file).is_file()}) == []


def test_pytest_plays_what_has_its_turn() -> None:
    file, commit = "tests/referee/test_child.py", COMMITS[0]
    command = [sys.executable, "-m", "pytest", "--collect-only", file]

    def collected(turn: str) -> set[str]:
        environment = {**os.environ, "NOMIC_TURN": turn}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        return {line for line in done.stdout.splitlines() if "::" in line}

    every = collected("")
    assert left_to_others(every, commit)
    assert collected(commit) == every - left_to_others(every, commit)
