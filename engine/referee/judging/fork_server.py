"""The process that children are forked from: it has imported what they need, so each is there in no time.

It is started with nothing of the environment; it reads no job, and no rule runs in it. Whoever asks for a child hands over the
descriptors that are to be the child's. A keeper stands between, who has nothing to do but to tell how it ended. Nobody looks
into the two: what children are allowed to read of other processes, they are not of these.
"""

import ctypes
import gc
import importlib
import json
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from engine.referee.judging import child_main  # noqa: F401 - most children run it, and all need what it imports

A_LINE: Final = 256  # bytes; what is asked is the name of a module, and a number
_PR_SET_DUMPABLE: Final = 4
_PR_SET_PDEATHSIG: Final = 1  # prctl(2)


def main() -> None:
    """Forks a child whenever it is asked to, until nobody can ask any more."""
    line = socket.socket(fileno=0)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # of keepers, whom nobody waits for
    _let_look(False)
    gc.freeze()  # what is here by now is shared
    while True:
        asked, given, _, _ = socket.recv_fds(line, A_LINE, 4)
        if not asked:
            os._exit(0)
        # No process is left, or what is installed has changed meanwhile: whoever asked finds that nobody will tell of it.
        with suppress(OSError, ImportError, SyntaxError):
            module, number = json.loads(asked)
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
        with suppress(OSError):  # a system that has none
            handles.append(os.pidfd_open(child))
        socket.send_fds(told, [json.dumps([child]).encode()], handles)
        for handle in handles:
            os.close(handle)
        _, status, used = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        told.send(json.dumps([code, used.ru_utime + used.ru_stime, used.ru_maxrss]).encode())


def _die_with(parent: int) -> None:
    """Ends with the process that forked this one, which may be over already."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _let_look(may: bool) -> None:
    """Whether other processes of the same user may look into this one, and open what it has open."""
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, int(may), 0, 0, 0)


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
