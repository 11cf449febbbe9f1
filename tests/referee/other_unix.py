"""What Linux has and another Unix has not, taken from this interpreter and from those it starts: `python -m tests.referee.other_unix COMMAND ...`

runs a command of `nomic` as it runs there.
"""

from __future__ import annotations

import builtins
import ctypes
import fcntl
import os
import resource
import runpy
import signal
import socket
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
OF_LINUX = (
    (os, ("memfd_create", "pidfd_open", "sched_getaffinity", "sched_setaffinity", "setns", "unshare")),
    (signal, ("pidfd_send_signal",)),
    (resource, ("prlimit",)),
    (fcntl, ("F_GETPIPE_SZ", "F_SETPIPE_SZ")),
)


def become() -> None:
    """To be called before anything of the engine's is imported."""
    sys.platform = "freebsd14"
    for module, names in OF_LINUX:
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    _replace(builtins, "open", _no_processes)
    _replace(resource, "setrlimit", _no_bound_of_memory)
    _replace(socket, "socketpair", _no_packets)
    ctypes.CDLL = _NoLibrary  # type: ignore[assignment,misc]

    from engine.referee.judging import bare  # noqa: PLC0415 - it is to see what is left

    bare.command = _command


def _replace(module: Any, name: str, refuse: Any) -> None:
    known = getattr(module, name)

    def asked(*args: Any, **named: Any) -> Any:
        refuse(*args)
        return known(*args, **named)

    setattr(module, name, asked)


def _no_processes(file: Any, *_: Any) -> None:
    if str(file).startswith("/proc"):
        raise FileNotFoundError(2, "No such file or directory", str(file))


def _no_bound_of_memory(which: int, *_: Any) -> None:
    if which == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")


def _no_packets(family: int = socket.AF_UNIX, kind: int = socket.SOCK_STREAM, *_: Any) -> None:
    if kind == socket.SOCK_SEQPACKET:
        raise OSError(43, "Protocol not supported")


class _NoLibrary:
    def __init__(self, *_: Any, **__: Any) -> None: ...


def _command(module: str) -> list[str]:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.referee import other_unix; other_unix.run({module!r})"
    return [sys.executable, "-I", "-c", code]


def run(module: str) -> None:
    become()
    runpy.run_module(module, run_name="__main__")


if __name__ == "__main__":
    become()
    from engine.cli.main import main

    main()
