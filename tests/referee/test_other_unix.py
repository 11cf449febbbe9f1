"""A table on another Unix than Linux: what Linux alone has is done without, and all is judged alike."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.referee import other_unix

JUDGED = """
import json, sys
sys.path.insert(0, sys.argv[1])
from tests.referee import other_unix
other_unix.become()
from engine.referee.judging.child import ChildJudge
from engine.referee.judging.workers import cores
from tests.in_process import InProcessJudge
from tests.referee.test_child import BOMBS, INBOX, KEY, START, game, outcomes

until = START + 14 * 86_400
alike = InProcessJudge(KEY, "g").judge(game("pass"), INBOX, until) == ChildJudge(KEY, "g").judge(game("pass"), INBOX, until)
found = outcomes(ChildJudge(KEY, "g").judge(game(BOMBS["an endless nested loop"]), INBOX, START + 60))
bomb = found["comment/1"]
print(json.dumps([sys.platform, alike, bomb["is"], bomb["fault"]["rule"], found["comment/2"]["is"], cores() > 0]))
"""


def test_a_rule_is_judged_and_ended_there_as_on_linux() -> None:
    command = [sys.executable, "-c", JUDGED, str(other_unix.ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert json.loads(done.stdout) == ["freebsd14", True, "refused", "bomb", "done", True]


@pytest.mark.parametrize(
    "arguments", [["examples", "rules/credo/318-lowest-first.md"], ["--version"], ["check", "--no-examples"]]
)
def test_a_command_says_there_what_it_says_on_linux(arguments: list[str]) -> None:
    there = _said(["-m", "tests.referee.other_unix", *arguments])
    assert there == _said(["-c", "from engine.cli.main import main; main()", *arguments])
    assert there[0] == 0


def _said(arguments: list[str]) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=other_unix.ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout, done.stderr
