"""Processes of our own in which rules run: with nothing of the environment, in no directory, in a session of their own."""

from __future__ import annotations

import subprocess
import sys


def begun(module: str, *, stdin: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Runs a module; what it says on stderr is not heard. Raises OSError where the machine starts none."""
    return subprocess.Popen(
        [sys.executable, "-I", "-m", module],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={"PYTHONHASHSEED": "0", "LANG": "C.UTF-8"},
        start_new_session=True,
        cwd="/",
    )
