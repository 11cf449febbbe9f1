"""Keeps other processes of the same user from reading this one's memory and environment, where the token is."""

import ctypes
import sys

PR_SET_DUMPABLE = 4  # linux/prctl.h


def make_undumpable() -> bool:
    """On Linux /proc/<pid>/environ, mem and ptrace are closed to others from now on: True.

    Elsewhere there is no such switch: nothing is done, and False tells so. Raises OSError if the kernel refuses.
    """
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_DUMPABLE) was refused")
    return True
