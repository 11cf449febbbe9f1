"""What runs rules beside git is done in a child of bounded memory: its answer and its trouble are the parent's, and so is its end."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from engine.cli.apart import apart
from engine.game.world.stored import Damaged
from engine.law.documents.problems import Problem
from engine.referee.judging import limits
from engine.referee.ports import Unreachable
from engine.store.told import Told
from tests.island import rule
from tests.proof.test_verify_command import nomic
from tests.referee.stage import game

needs_linux = pytest.mark.skipif(limits.in_use() is None, reason="nobody tells how much memory is in use")
HOG = rule(
    120,
    "Hog",
    front="commands:\n  - {usage: /hog, run: hog, help: Take much.}\n",
    code="def hog(player):\n    much = [0] * (9 * 9 * 9)\n",
)


def raised(act: Any) -> BaseException:
    with pytest.raises(BaseException) as caught:
        apart(act)
    return caught.value


def test_what_it_comes_to_is_what_it_would_have_come_to_here() -> None:
    assert apart(lambda: {"found": [1, 2]}) == {"found": [1, 2]}
    assert apart(lambda: None) is None

    def fails() -> None:
        raise Unreachable("git is gone", "Wait.")

    def is_full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    told, full = raised(fails), raised(is_full)
    assert isinstance(told, Unreachable) and (told.cause, told.remedy) == ("git is gone", "Wait.")
    assert isinstance(full, OSError) and full.errno == errno.ENOSPC


def test_an_error_that_no_other_process_can_be_handed_is_told_as_a_bug_and_the_child_goes_no_further() -> None:
    """It would have gone on as a second one of its parent."""

    class OfThisProcess(Exception):
        pass

    def fails() -> None:
        raise OfThisProcess("a lock")

    here = os.getpid()
    error = raised(fails)
    assert os.getpid() == here
    assert isinstance(error, Exception) and not isinstance(error, Told) and "a lock" in str(error)


@needs_linux
def test_trouble_that_is_made_of_something_else_than_its_words_is_told_by_them() -> None:
    def is_damaged() -> None:
        raise Damaged(Problem("state/game.yaml", 3, "it is none"))

    told = raised(is_damaged)
    assert isinstance(told, Told) and told.cause == "state/game.yaml:3: it is none."
    assert "git log -- state/game.yaml" in told.remedy


@needs_linux
@pytest.mark.parametrize("how", [lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: os._exit(3)])
def test_where_its_process_ends_it_is_told_so_and_nothing_is_heard_of_it(
    how: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    def dies() -> None:
        os.write(2, b"thread panicked at alloc.rs")
        how()

    error = raised(dies)
    assert isinstance(error, Told) and "memory" in error.cause and error.remedy
    assert capfd.readouterr().err == ""


@needs_linux
def test_who_bounds_memory_there_bounds_none_here() -> None:
    def takes(size: int) -> int:
        limits.bound(0)
        return len(bytearray(size))

    assert apart(lambda: takes(1_000)) == 1_000
    assert isinstance(raised(lambda: takes(2 * limits.LOADING)), Told)


@needs_linux
def test_the_proof_of_a_history_whose_rules_take_all_memory_ends_in_words(tmp_path: Path) -> None:
    """Whoever looked at a copy of somebody's would have had their machine's memory taken by it."""
    hostile = tmp_path / "hostile.git"
    with game(tmp_path, "ana") as stage:
        stage.by_hand({"rules/island/120-hog.md": HOG})
        stage.run()
        stage.say("ana", "/hog")
        stage.run()
        export = ["git", "-C", stage.hub.git.directory, "fast-export", "main"]
        told = subprocess.run(export, check=True, capture_output=True).stdout
    much = told.replace(b"* (9 * 9 * 9)", b"* 900000000  ")  # the same length, of which a stream of git tells
    assert much != told
    subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch=main", hostile], check=True)
    subprocess.run(["git", "-C", hostile, "fast-import", "--quiet"], input=much, check=True)
    done = nomic("verify", str(hostile))
    assert (done.returncode, done.stdout) == (1, "")
    cause, remedy = done.stderr.splitlines()
    assert "took more memory than passes have" in cause and "4 GB" in remedy
