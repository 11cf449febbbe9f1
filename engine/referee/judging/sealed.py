"""Takes from a process what it has no use for and could do harm with: sockets, other programs, files to write, signals.

A filter of system calls (Linux, seccomp): once set it cannot be taken off, and holds for every process started later.
"""

import ctypes
import errno
import os
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
kill               62 129
tkill             200 130
pidfd_send_signal 424 424
rt_sigqueueinfo   129 138
rt_tgsigqueueinfo 297 240
rename             82   -
renameat          264  38
renameat2         316 276
unlink             87   -
unlinkat          263  35
rmdir              84   -
mkdir              83   -
mkdirat           258  34
link               86   -
linkat            265  37
symlink            88   -
symlinkat         266  36
mknod             133   -
mknodat           259  33
truncate           76  45
ftruncate          77  46
fallocate         285  47
creat              85   -
chmod              90   -
fchmod             91  52
fchmodat          268  53
fchmodat2         452 452
chown              92   -
fchown             93  55
lchown             94   -
fchownat          260  54
utime             132   -
utimes            235   -
futimesat         261   -
utimensat         280  88
setxattr          188   5
lsetxattr         189   6
fsetxattr         190   7
removexattr       197  14
lremovexattr      198  15
fremovexattr      199  16
openat2           437 437
open_by_handle_at 304 265
mount             165  40
umount2           166  39
move_mount        429 429
chroot            161  51
unshare           272  97
setns             308 268
shmget             29 194
shmat              30 196
msgget             68 186
memfd_create      319 279
bpf               321 280
userfaultfd       323 282
perf_event_open   298 241
keyctl            250 219
add_key           248 217
request_key       249 218
setpriority       141 140
ioprio_set        251  30
sched_setparam    142 118
sched_setscheduler 144 119
sched_setaffinity 203 122
sched_setattr     314 274
setxattrat        463 463
removexattrat     466 466
"""
_PRLIMIT: Final = "prlimit64 302 261 0"
# Calls of which only some are refused, with the place of the argument that decides.
_OPEN, _OPENAT, _TGKILL = "open 2 - 1", "openat 257 56 2", "tgkill 234 131 0"
# Who is signalled when something can be read, and by which signal: F_SETOWN F_SETSIG F_SETOWN_EX, FIOSETOWN SIOCSPGRP.
_OWNERS: Final = (("fcntl 72 25 1", (8, 10, 15)), ("ioctl 16 29 1", (0x8901, 0x8902)))
_NOBODY: Final = 0xFFFFFFFF  # the number of no process
_TO_WRITE: Final = 0x1 | 0x2 | 0x40 | 0x200 | 0x400000  # O_WRONLY O_RDWR O_CREAT O_TRUNC O_TMPFILE
_LANGUAGES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # linux/audit.h
_OTHER_NUMBERS: Final = 0x40000000  # the x32 numbers of x86_64, by which every call could be made as well
_LOAD, _IF_EQUAL, _IF_AT_LEAST, _IF_ANY, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # linux/filter.h
_ARGUMENTS: Final = 16  # where they begin in seccomp_data, eight bytes each


def seal(*, but_for_limits: bool = False) -> bool:
    """True if no call of those can be made any more; False where the system has no such filter, or does not let it be set.

    `but_for_limits`: the process may still set its own, until it is sealed once more.
    """
    machine = platform.machine()
    if machine not in _MACHINES or not sys.platform.startswith("linux"):
        return False
    filter_ = filter_of(machine, os.getpid(), but_for_limits=but_for_limits)
    code = ctypes.create_string_buffer(filter_, len(filter_))
    program = struct.pack("HxxxxxxP", len(filter_) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return False
    done: int = libc.prctl(
        PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.create_string_buffer(program, len(program)), 0, 0
    )
    return done == 0


Step = tuple[int, int, int, int]


def filter_of(machine: str, process: int, *, but_for_limits: bool) -> bytes:
    """The program that is asked about each call of that process on such a machine."""
    place = 1 + _MACHINES.index(machine)
    calls = [int(number) for line in _CALLS.split("\n") if line and (number := line.split()[place]) != "-"]
    limits = _unless(_PRLIMIT, place, _IF_EQUAL, 0 if but_for_limits else _NOBODY)
    return _program(_LANGUAGES[machine], calls, [*_in_part(place, process), *limits])


def _in_part(place: int, process: int) -> list[Step]:
    """What may be opened only to be read, and who may be signalled: the process itself, as where it runs out of memory."""
    steps = [*_unless(_OPEN, place, _IF_ANY, _TO_WRITE), *_unless(_OPENAT, place, _IF_ANY, _TO_WRITE)]
    steps += _unless(_TGKILL, place, _IF_EQUAL, process)
    return steps + [step for call, values in _OWNERS for step in _if_among(call, place, values)]


def _if_among(call: str, place: int, values: tuple[int, ...]) -> list[Step]:
    """Refuses a call whose argument is one of the values."""
    words, count = call.split(), len(values)
    return [
        (_IF_EQUAL, 0, count + 3, int(words[place])),
        (_LOAD, 0, 0, _ARGUMENTS + 8 * int(words[3])),
        *((_IF_EQUAL, count - number, 0, value) for number, value in enumerate(values)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]


def _unless(call: str, place: int, test: int, value: int) -> list[Step]:
    """Refuses a call of whose argument any of these bits is set, or which is not equal to the value."""
    words = call.split()
    if words[place] == "-":
        return []
    refused_if = (1, 0) if test == _IF_ANY else (0, 1)
    argument = _ARGUMENTS + 8 * int(words[3])
    return [
        (_IF_EQUAL, 0, 4, int(words[place])),
        (_LOAD, 0, 0, argument),
        (test, *refused_if, value),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]


def _program(language: int, calls: list[int], in_part: list[Step]) -> bytes:
    """The filter: whoever speaks another machine's language is refused everything, and others the calls named."""
    refuse = len(calls) + 1 + len(in_part)  # places from the first comparison to the refusal, which comes last
    steps = [
        (_LOAD, 0, 0, 4),  # seccomp_data.arch
        (_IF_EQUAL, 0, refuse + 2, language),
        (_LOAD, 0, 0, 0),  # seccomp_data.nr
        (_IF_AT_LEAST, refuse, 0, _OTHER_NUMBERS),
        *in_part,
        *((_IF_EQUAL, len(calls) + 1 - place, 0, call) for place, call in enumerate(calls, start=1)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    return b"".join(struct.pack("HBBI", *step) for step in steps)
