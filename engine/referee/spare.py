"""Children that wait for a job: each takes a quarter of a second to get ready, in which there is something else to do."""

from __future__ import annotations

import os
import subprocess
import threading
from types import TracebackType
from typing import Final, Self

from engine.referee import bare

CRUMB: Final = 4_096
# A child, and the memory that it shares for its crumbs.
Child = tuple[subprocess.Popen[bytes], int]


class Spare:
    """Keeps at most one child that waits. Each child gets one job alone, and none outlives the last `rest`."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.waiting: Child | None = None

    def prepare(self) -> None:
        """Starts one, if none waits. A machine that cannot start it now is asked again when it is needed."""
        with self.lock:
            if self.waiting is None:
                try:
                    self.waiting = started()
                except OSError:
                    return

    def take(self) -> Child:
        """The one that waits, if it still lives, or a new one."""
        with self.lock:
            found, self.waiting = self.waiting, None
        if found is not None and found[0].poll() is None:
            return found
        if found is not None:
            ended(*found)
        return started()

    def rest(self) -> None:
        """Nobody waits any longer."""
        with self.lock:
            if self.waiting is not None:
                ended(*self.waiting)
            self.waiting = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.rest()


def started() -> Child:
    """A new child. Raises OSError where the machine starts none."""
    crumbs = os.memfd_create("crumbs")
    os.truncate(crumbs, CRUMB)
    try:
        return bare.begun("engine.referee.child_main", (crumbs,)), crumbs
    except OSError:
        os.close(crumbs)
        raise


def ended(child: subprocess.Popen[bytes], crumbs: int) -> None:
    """Nothing of the child is left."""
    child.kill()
    child.wait()
    os.close(crumbs)
