"""Children that wait for a job: the first takes a quarter of a second to get ready, in which there is something else to do.

What is known of the world before the job can be told, is told: then the child has read it when the job comes.
"""

import json
import marshal
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self

from engine.referee.judging.forked import Forked
from engine.referee.judging.lines import CRUMB, shared_memory
from engine.store.files import Files
from engine.store.layout import LAW
from engine.store.records import GAME


@dataclass(eq=False)
class Child:
    """A child, the memory that it shares, and the files it was told of last.

    The memory begins with its crumbs. What it is told of stands behind them, one telling after another: whoever writes into
    a pipe waits until it is read.
    """

    process: Forked
    memory: int
    told: Mapping[str, str] = field(default_factory=dict)
    end: int = CRUMB

    def tell(self, files: Mapping[str, str]) -> None:
        """The files by path that its job is about, unless it knows. One that has died meanwhile hears nothing."""
        if self.told == files and elsewhere(self.told) == elsewhere(files):
            return
        text = marshal.dumps((dict(files), elsewhere(files)))  # for this very interpreter: JSON takes six times as long
        left = memoryview(text)
        while left:
            left = left[os.pwrite(self.memory, left, self.end + len(text) - len(left)) :]
        line = {"told": [self.end, len(text)], "memory": self.memory}
        with suppress(BrokenPipeError):  # a pipe holds many such lines
            os.write(self.process.stdin.fileno(), json.dumps(line).encode() + b"\n")
        self.told, self.end = _copied(files), self.end + len(text)

    def has(self, files: Mapping[str, str]) -> bool:
        """Whether it was told of these, be it among others."""
        return not elsewhere(files) and files.items() <= self.told.items()

    def end_it(self) -> None:
        """Nothing of the child is left."""
        self.process.end()
        os.close(self.memory)


class Spare:
    """Keeps at most one child that waits. Each child gets one job alone, and none outlives the last `rest`."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.waiting: Child | None = None
        self.law: Mapping[str, str] | None = None  # that was judged by last: mostly it is the next pass's, too

    def judged_by(self, files: Mapping[str, str]) -> None:
        """Notes the law among the files, by which something was judged to its end."""
        self.law = {path: text for path, text in files.items() if path.startswith(LAW) or path == GAME}

    def prepare(self, files: Mapping[str, str] | None = None) -> None:
        """Starts one, if none waits, and tells it of files. A machine that cannot start it now is asked again when it is needed."""
        with self.lock:
            if self.waiting is None:
                with suppress(OSError):
                    self.waiting = started()
            if self.waiting is not None and files is not None and not self.waiting.has(files):
                self.waiting.tell(files)

    def take(self) -> Child:
        """The one that waits, if it still lives, or a new one."""
        with self.lock:
            found, self.waiting = self.waiting, None
        if found is not None and found.process.poll() is None:
            return found
        if found is not None:
            found.end_it()
        return started()

    def rest(self) -> None:
        """Nobody waits any longer."""
        with self.lock:
            if self.waiting is not None:
                self.waiting.end_it()
            self.waiting = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.rest()


def started() -> Child:
    """A new child. Raises OSError where the machine starts none."""
    memory = shared_memory()
    try:
        return Child(Forked("engine.referee.judging.child_main", memory), memory)
    except OSError:
        os.close(memory)
        raise


def elsewhere(files: Mapping[str, str]) -> list[str]:
    """The paths of what is brought only where it is asked for."""
    return list(files.elsewhere) if isinstance(files, Files) else []


def brought(files: Mapping[str, str], paths: Any) -> bytes:
    """The texts of files that were left out of the job, as a line for the child. It gets what it might have had in the job."""
    if not isinstance(paths, list):
        raise EOFError("nothing that a child says")
    found = {path: text for path in map(str, paths) if (text := files.get(path)) is not None}
    return json.dumps(found).encode() + b"\n"


def _copied(files: Mapping[str, str]) -> Files:
    """As they are now, whatever becomes of them."""
    return Files(files, elsewhere(files), lambda paths: {})
