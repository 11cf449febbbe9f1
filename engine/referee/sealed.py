"""Takes from a process what it has no use for and could do harm with: sockets, other programs, other processes' memory.

A filter of system calls (Linux, seccomp): once set it cannot be taken off, and holds for every process started later.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
import sys
from typing import Final

PR_SET_NO_NEW_PRIVS: Final = 38  # linux/prctl.h
PR_SET_SECCOMP: Final = 22
SECCOMP_MODE_FILTER: Final = 2  # linux/seccomp.h
_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050000 | errno.EPERM
# Calls and their numbers, by <machine>/unistd.h.
_MACHINES: Final = ("x86_64", "aarch64")
_CALLS: Final = """
socket             41 198
socketpair         53 199
connect            42 203
execve             59 221
execveat          322 281
ptrace            101 117
process_vm_readv  310 270
process_vm_writev 311 271
io_uring_setup    425 425
pidfd_getfd       438 438
"""
_LANGUAGES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # linux/audit.h
_OTHER_NUMBERS: Final = 0x40000000  # the x32 numbers of x86_64, by which every call could be made as well
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06  # linux/filter.h


def seal() -> bool:
    """True if no call of those can be made any more; False where the system has no such filter, or does not let it be set."""
    machine = platform.machine()
    if machine not in _MACHINES or not sys.platform.startswith("linux"):
        return False
    place = 1 + _MACHINES.index(machine)
    filter_ = _program(_LANGUAGES[machine], [int(line.split()[place]) for line in _CALLS.split("\n") if line])
    code = ctypes.create_string_buffer(filter_, len(filter_))
    program = struct.pack("HxxxxxxP", len(filter_) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return False
    done: int = libc.prctl(
        PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.create_string_buffer(program, len(program)), 0, 0
    )
    return done == 0


def _program(language: int, calls: list[int]) -> bytes:
    """The filter: whoever speaks another machine's language is refused everything, and others the calls named."""
    refuse = len(calls) + 1  # places from the first comparison to the refusal, which comes last
    steps = [
        (_LOAD, 0, 0, 4),  # seccomp_data.arch
        (_IF_EQUAL, 0, refuse + 2, language),
        (_LOAD, 0, 0, 0),  # seccomp_data.nr
        (_IF_AT_LEAST, refuse, 0, _OTHER_NUMBERS),
        *((_IF_EQUAL, refuse - place, 0, call) for place, call in enumerate(calls, start=1)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    return b"".join(struct.pack("HBBI", *step) for step in steps)
