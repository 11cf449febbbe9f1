"""Processes of our own, in which rules run or from which such are forked: with no environment, in no directory, in a session apart."""

from __future__ import annotations

import subprocess
import sys


def begun(module: str, *, stdin: int = subprocess.PIPE, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Runs a module; what it says on stderr is not heard. Raises OSError where the machine starts none."""
    return subprocess.Popen(
        [sys.executable, "-I", "-m", module],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.DEVNULL,
        env={"LANG": "C.UTF-8"},
        start_new_session=True,
        cwd="/",
    )
