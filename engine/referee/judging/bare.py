"""Processes of our own, in which rules run or from which such are forked: with no environment, in no directory, in a session apart."""

import subprocess
import sys
import time
from collections.abc import Iterable
from typing import Any

from engine.referee.judging.lines import as_map


def command(module: str) -> list[str]:
    """An interpreter that takes nothing from its surroundings, and runs the module."""
    return [sys.executable, "-I", "-m", module]


def begun(module: str, *, stdin: int = subprocess.PIPE, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Runs a module; what it says on stderr is not heard. Raises OSError where the machine starts none."""
    return subprocess.Popen(
        command(module),
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.DEVNULL,
        env={"LANG": "C.UTF-8"},
        start_new_session=True,
        cwd="/",
    )


def answers(module: str, jobs: Iterable[str], patience: float) -> list[dict[str, Any]]:
    """What a module answers to each job (a text), in a child for each, side by side. Raises TimeoutError and EOFError."""
    end = time.monotonic() + patience
    children: list[subprocess.Popen[bytes]] = []
    try:
        for job in jobs:
            children.append(begun(module))  # each is ended, also where the next cannot be started
            _tell(children[-1], job.encode())
        return [as_map(child.communicate(timeout=max(0.01, end - time.monotonic()))[0]) for child in children]
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    finally:
        for child in children:
            child.kill()
            child.wait()


def _tell(child: subprocess.Popen[bytes], job: bytes) -> None:
    assert child.stdin is not None  # a pipe
    try:
        child.stdin.write(job)
        child.stdin.close()
    except BrokenPipeError:  # it died: what it leaves unsaid is no answer
        pass
    child.stdin = None
