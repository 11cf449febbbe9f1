"""The process that children are forked from: it has imported what they need, so each is there in no time.

It is started with nothing of the environment; it reads no job, and no rule runs in it. Whoever asks for a child hands over the
descriptors that are to be the child's. A keeper stands between, who has nothing to do but to tell how it ended. Nobody looks
into the two: what children are allowed to read of other processes, they are not of these.
"""

import ctypes
import gc
import importlib
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from engine.referee.judging import child_main  # noqa: F401 - most children run it, and all need what it imports
from engine.referee.judging.handing import hand, handed

_PR_SET_DUMPABLE: Final = 4
_PR_SET_PDEATHSIG: Final = 1  # prctl(2)


def main() -> None:
    """Forks a child whenever it is asked to, until nobody can ask any more."""
    line = socket.socket(fileno=0)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # of keepers, whom nobody waits for
    _let_look(False)
    gc.freeze()  # what is here by now is shared
    while True:
        asked, given = handed(line)
        if asked is None:
            os._exit(0)
        # No process is left, or what is installed has changed meanwhile: whoever asked finds that nobody will tell of it.
        with suppress(OSError, ImportError, SyntaxError):
            module, number = asked
            imported, server = importlib.import_module(str(module)), os.getpid()
            if os.fork() == 0:
                try:
                    line.close()
                    _die_with(server)
                    _keep(imported.main, number, *given)
                finally:
                    os._exit(0)
        for descriptor in given:
            os.close(descriptor)


def _keep(run: Callable[[], None], number: int | None, source: int, sink: int, news: int, *memory: int) -> None:
    """Forks the child. Tells its process id, with a descriptor that stands for it; and how it ended: `Popen.returncode`,
    processor seconds, kilobytes.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    keeper, child = os.getpid(), os.fork()
    if child == 0:
        try:
            os.close(news)
            _die_with(keeper)
            _let_look(True)
            _become(source, sink, dict.fromkeys(memory, number or 0))
            run()
        finally:
            os._exit(1)
    for descriptor in (source, sink, *memory):
        os.close(descriptor)
    with socket.socket(fileno=news) as told:
        handles: list[int] = []
        with suppress(OSError, AttributeError):  # a system that has none
            handles.append(os.pidfd_open(child))
        hand(told, [child], handles)
        for handle in handles:
            os.close(handle)
        _, status, used = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        hand(told, [code, used.ru_utime + used.ru_stime, used.ru_maxrss])


def _die_with(parent: int) -> None:
    """Ends with the process that forked this one, which may be over already; beside Linux, once there is nothing more to read."""
    _set(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _let_look(may: bool) -> None:
    """Whether other processes of the same user may look into this one, and open what it has open."""
    _set(_PR_SET_DUMPABLE, int(may))


def _set(option: int, value: int) -> None:
    """What Linux lets a process set for itself. Other systems have no such options."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _become(source: int, sink: int, others: dict[int, int]) -> None:
    """As a program has it that was started: standard input and output, and the others under the numbers they have with its parent."""
    os.setsid()
    os.dup2(source, 0)
    os.dup2(sink, 1)
    above = max(source, sink, *others, *others.values()) + 1
    kept = {os.dup2(each, above + place): number for place, (each, number) in enumerate(others.items())}
    os.closerange(3, above)
    for each, number in kept.items():
        os.dup2(each, number)
        os.close(each)


if __name__ == "__main__":
    main()
