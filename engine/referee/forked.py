"""Children that are forked from one process of ours, the fork server: started once, it takes the time that imports take."""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import threading
from contextlib import suppress
from typing import Final

from engine.referee import bare

LOST: Final = -signal.SIGKILL  # how a child ended that went with its keeper, who could not tell


class Forked:
    """A child that runs the `main` of a module, as `subprocess.Popen` has it; what is open as `memory` is so in it, too.

    Raises OSError where none can be asked for.
    """

    def __init__(self, module: str, memory: int | None = None) -> None:
        made: list[int] = []
        try:
            for _ in range(3):
                made += os.pipe()
            source, given, taken, sink, self._news, news = made
            _SERVER.ask(module, (source, sink, news), memory)
        except OSError:
            for descriptor in made:
                os.close(descriptor)
            raise
        for theirs in (source, sink, news):
            os.close(theirs)
        self.stdin = open(given, "wb", 0)  # noqa: SIM115 - both last as long as the child
        self.stdout = open(taken, "rb", 0)  # noqa: SIM115
        self._rest = b""
        self._told: list[int] = []  # its process id, and how it ended
        self._over = False  # nothing more is told

    @property
    def pid(self) -> int | None:
        """None where there was none, or nobody knows."""
        while not self._told and not self._over:
            self._hear()
        return self._told[0] if self._told else None

    @property
    def returncode(self) -> int | None:
        if len(self._told) > 1:
            return self._told[1]
        return LOST if self._over else None

    def poll(self) -> int | None:
        while self.returncode is None and select.select([self._news], [], [], 0)[0]:
            self._hear()
        return self.returncode

    def wait(self) -> int:
        while (code := self.returncode) is None:
            self._hear()
        return code

    def kill(self) -> None:
        if self.poll() is None and self.pid is not None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def _hear(self) -> None:
        """Waits for what is told next."""
        heard = os.read(self._news, 64)
        *lines, self._rest = (self._rest + heard).split(b"\n")
        self._told += map(int, lines)
        if not heard or len(self._told) > 1:
            self._over = True
            os.close(self._news)


class _Server:
    """The fork server of this process: begun when it is first asked, and again when it is gone."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._owner = 0

    def ask(self, module: str, descriptors: tuple[int, ...], memory: int | None) -> None:
        """Raises OSError where the machine starts no process."""
        with self._lock:
            for tries_left in (1, 0):
                line = self._begun()
                try:
                    more = () if memory is None else (memory,)
                    socket.send_fds(line, [json.dumps([module, memory]).encode()], [*descriptors, *more])
                    return
                except OSError:
                    self._end()
                    if not tries_left:
                        raise

    def _begun(self) -> socket.socket:
        if self._owner != os.getpid():  # a process that was forked begins one of its own
            self._process, self._line, self._owner = None, None, os.getpid()
        if self._line is None or self._process is None or self._process.poll() is not None:
            self._end()
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                self._process = bare.begun("engine.referee.fork_server", stdin=theirs.fileno())
            self._line = ours
        return self._line

    def _end(self) -> None:
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._line = self._process = None

    def end(self) -> None:
        """With this process; one that was forked from it leaves it alone."""
        if self._owner == os.getpid():
            self._end()


_SERVER: Final = _Server()
atexit.register(_SERVER.end)
