"""The process that children are forked from: it has imported all they need, so each is there in no time.

It is started as they would be, with nothing of the environment; it reads no job, and no rule runs in it. Whoever asks for a child
hands over the descriptors that are to be the child's. A keeper stands between, who has nothing to do but to tell how it ended.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import signal
import socket
from typing import Final

from engine.referee import child_main  # noqa: F401 - for all that it imports, which every child needs

A_LINE: Final = 256  # bytes; what is asked is the name of a module, and a number
_PR_SET_PDEATHSIG: Final = 1  # prctl(2)


def main() -> None:
    """Forks a child whenever it is asked to, until nobody can ask any more."""
    line = socket.socket(fileno=0)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # of keepers, whom nobody waits for
    gc.freeze()  # what is here by now is shared
    while True:
        asked, given, _, _ = socket.recv_fds(line, A_LINE, 4)
        if not asked:
            os._exit(0)
        server = os.getpid()
        try:
            if os.fork() == 0:
                try:
                    line.close()
                    _die_with(server)
                    module, number = json.loads(asked)
                    _keep(str(module), number, *given)
                finally:
                    os._exit(0)
        except OSError:
            pass  # no process is left: whoever asked finds that nobody will tell of it
        for descriptor in given:
            os.close(descriptor)


def _keep(module: str, number: int | None, source: int, sink: int, news: int, *memory: int) -> None:
    """Forks the child, and tells its process id and how it ended (as `Popen.returncode` has it), each in a line of `news`."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    keeper, child = os.getpid(), os.fork()
    if child == 0:
        try:
            os.close(news)
            _die_with(keeper)
            _become(source, sink, dict.fromkeys(memory, number or 0))
            importlib.import_module(module).main()
        finally:
            os._exit(1)
    for descriptor in (source, sink, *memory):
        os.close(descriptor)
    os.write(news, b"%d\n" % child)
    ended = os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)  # its id is nobody else's until it is told
    assert ended is not None  # it was waited for
    code = ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
    os.write(news, b"%d\n" % code)
    os.waitpid(child, 0)  # here, for there may be nobody above who looks after orphans


def _die_with(parent: int) -> None:
    """Ends with the process that forked this one, which may be over already."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


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
