"""Children that are forked from one process of ours, the fork server: started once, it takes the time that imports take."""

import atexit
import errno
import os
import select
import signal
import socket
import subprocess
import threading
from contextlib import suppress
from typing import Final

from engine.referee.judging import bare
from engine.referee.judging.handing import hand, handed, pair
from engine.referee.judging.installed import Installed
from engine.referee.judging.lines import is_ready

ENOUGH: Final = 10.0  # seconds in which a keeper tells what there is to tell
LOST: Final = -signal.SIGKILL  # how a child ended of which nobody tells how


class Forked:
    """A child that runs the `main` of a module, as `subprocess.Popen` has it; what is open as `memory` is so in it, too.

    `lost`: it went with its keeper or the server, so nothing that it ran is to blame. Raises OSError where none can be asked for.
    """

    def __init__(self, module: str, memory: int | None = None) -> None:
        self.returncode: int | None = None
        self.lost = False
        self._pid: int | None = None
        self._handle: int | None = None  # that stands for the process, whoever has its id by then
        self._lock = threading.Lock()
        self._news, theirs = pair()
        made: list[int] = []
        try:
            for _ in range(2):
                made += os.pipe()
            source, given, taken, sink = made
            _SERVER.ask(module, (source, sink, theirs.fileno()), memory)
        except OSError:
            for descriptor in made:
                os.close(descriptor)
            raise
        finally:
            theirs.close()
        os.close(source)
        os.close(sink)
        self.stdin = open(given, "wb", 0)  # noqa: SIM115 - both last as long as the child
        self.stdout = open(taken, "rb", 0)  # noqa: SIM115

    def __del__(self) -> None:
        with suppress(AttributeError):  # it was never made
            self._news.close()
        if self._handle is not None:
            os.close(self._handle)

    @property
    def pid(self) -> int | None:
        """None where there was none, or nobody knows."""
        with self._lock:  # else another takes it in between, and it is waited for what comes after it
            while self._pid is None and self.returncode is None:
                if is_ready(self._news.fileno(), select.POLLIN, ENOUGH):
                    self._take_in()
                else:
                    self.lost, self.returncode = True, LOST
        return self._pid

    def poll(self) -> int | None:
        while self.returncode is None and self._hear(0):
            pass
        return self.returncode

    def wait(self) -> int:
        """Of one that was killed, or has ended: what is not told in time is not waited for."""
        if self.pid is None:
            return self.returncode or LOST
        while self.returncode is None:
            if not self._hear(ENOUGH):
                self.lost, self.returncode = True, LOST
        return self.returncode

    def kill(self) -> None:
        if self.poll() is not None or self.pid is None:
            return
        with suppress(ProcessLookupError):
            if self._handle is not None:
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            elif self.pid > 1:
                os.kill(self.pid, signal.SIGKILL)

    def end(self) -> None:
        """Nothing of it is left."""
        self.kill()
        self.wait()
        self.stdin.close()
        self.stdout.close()

    def _hear(self, patience: float) -> bool:
        """Takes in what is told within so many seconds. Whether anything was, to this thread or another."""
        if not is_ready(self._news.fileno(), select.POLLIN, patience):
            return False
        with self._lock:
            if self.returncode is None and is_ready(self._news.fileno(), select.POLLIN, 0):
                self._take_in()
        return True

    def _take_in(self) -> None:
        said, handles = handed(self._news)
        if said is None:
            self.lost, self.returncode = True, LOST
        elif self._pid is None:
            self._handle = next(iter(handles), None)
            (self._pid,) = said
        else:
            code, seconds, kilobytes = said
            _SERVER.note(seconds, kilobytes)
            self.returncode = int(code)


def spent() -> tuple[float, int]:
    """(processor seconds, kilobytes of the largest) of the children that have ended: the system tells it of none but the server."""
    return _SERVER.seconds, _SERVER.kilobytes


class _Server:
    """The fork server of this process: begun when it is first asked, and again when it is gone."""

    def __init__(self) -> None:
        self.seconds, self.kilobytes = 0.0, 0
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._installed: Installed | None = None  # the engine's files when it was first begun

    def ask(self, module: str, descriptors: tuple[int, ...], memory: int | None) -> None:
        """Raises OSError where the machine starts no process, or the engine has changed since the first one."""
        more = () if memory is None else (memory,)
        with self._lock:
            for tries_left in (1, 0):
                line = self._begun()
                try:
                    hand(line, [module, memory], [*descriptors, *more])
                    return
                except (BrokenPipeError, ConnectionResetError):
                    self._end()
                    if not tries_left:
                        raise

    def note(self, seconds: float, kilobytes: int) -> None:
        with self._lock:
            self.seconds, self.kilobytes = self.seconds + seconds, max(self.kilobytes, kilobytes)

    def _begun(self) -> socket.socket:
        if self._line is None or self._process is None or self._process.poll() is not None:
            self._end()
            if self._installed is None:
                self._installed = Installed()
            elif self._installed.changed():  # else two engines would judge together
                raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), str(self._installed.root))
            ours, theirs = pair()
            with theirs:
                self._process = bare.begun(
                    "engine.referee.judging.fork_server", stdin=theirs.fileno(), stdout=subprocess.DEVNULL
                )
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
        """With this process."""
        with self._lock:
            self._end()

    def forget(self) -> None:
        """In a process that was forked from this one, whose other threads may have held the lock: it begins one of its own."""
        if self._line is not None:
            self._line.close()
        self._lock, self._process, self._line = threading.Lock(), None, None
        self.seconds, self.kilobytes = 0.0, 0


_SERVER: Final = _Server()
atexit.register(_SERVER.end)
os.register_at_fork(after_in_child=_SERVER.forget)
