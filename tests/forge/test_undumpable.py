"""A child of the same user cannot read the environment of a process that made itself undumpable."""

from __future__ import annotations

import subprocess
import sys

import pytest

PEEP = """
import ctypes, os, sys
from engine.forge.undumpable import make_undumpable
if os.getuid() == 0:  # root may read everything: become nobody, which hides too, and show yourself again
    os.setgid(65534), os.setuid(65534)
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
if sys.argv[1] == "hide":
    assert make_undumpable()
watched = os.getpid()
child = os.fork()
if child == 0:
    try:
        os._exit(0 if open(f"/proc/{watched}/environ", "rb").read() else 2)
    except PermissionError:
        os._exit(1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such switch")
@pytest.mark.parametrize(("how", "code"), [("show", 0), ("hide", 1)])
def test_the_environment_is_read_by_a_child_only_without_it(how: str, code: int) -> None:
    done = subprocess.run([sys.executable, "-c", PEEP, how], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (code, "")
