"""Lines and crumbs between this process and one that is not trusted. What comes from there has a deadline, and a largest size."""

import fcntl
import json
import mmap
import os
import select
import tempfile
import time
from collections.abc import Mapping
from typing import Any, BinaryIO, Final

LARGEST: Final = 400_000_000
CRUMB: Final = 4_096  # bytes of the memory shared with the child: what it is about to run
OUT_OF_MEMORY: Final = 12  # how it ends where it has none left


class Lines:
    """`deadline` is a moment of the monotonic clock. Raises TimeoutError past it, and EOFError where nothing comes any more."""

    def __init__(self, descriptor: int, deadline: float) -> None:
        self.descriptor, self.deadline = descriptor, deadline
        self.rest = bytearray()

    def message(self) -> dict[str, Any]:
        """The next line, a map in JSON. Raises EOFError for any other: who writes it does not speak as it should."""
        return as_map(self.next())

    def next(self) -> bytes:
        start = 0
        while (end := self.rest.find(b"\n", start)) < 0:
            start = len(self.rest)
            left = self.deadline - time.monotonic()
            if left <= 0 or not is_ready(self.descriptor, select.POLLIN, left):
                raise TimeoutError
            data = os.read(self.descriptor, 1 << 20)
            if not data or len(self.rest) > LARGEST:
                raise EOFError
            self.rest += data
        line = bytes(self.rest[:end])
        del self.rest[: end + 1]
        return line


def shared_memory() -> int:
    """A descriptor of memory for a crumb, which a child writes and its parent reads. Raises OSError."""
    made = _unnamed_file()
    memory = fcntl.fcntl(made, fcntl.F_DUPFD_CLOEXEC, 3)  # never in the place of what is read, written or said
    os.close(made)
    os.truncate(memory, CRUMB)
    return memory


def _unnamed_file() -> int:
    """In memory where the system has that, else one on the disk that has no name any more."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("crumbs")
    made, path = tempfile.mkstemp()
    os.unlink(path)
    return made


def crumb(descriptor: int) -> list[Any]:
    """What a child wrote there before it ran it; empty if nothing that can be read."""
    raw = os.pread(descriptor, CRUMB, 0).split(b"\0", 1)[0]
    try:
        found = json.loads(raw or b"[]")
    except ValueError:
        return []
    return found if isinstance(found, list) else []


def as_map(said: bytes) -> dict[str, Any]:
    """What a process says, if it is a map in JSON. Raises EOFError."""
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        raise EOFError("no JSON") from None
    if not isinstance(found, dict):
        raise EOFError("no map")
    return found


def leave(memory: mmap.mmap, *told: object) -> None:
    """Writes down in shared memory what a child is about to run, as much of it as there is room for; nothing: no rule runs."""
    text = json.dumps(told, ensure_ascii=False).encode(errors="backslashreplace")[: CRUMB - 1] if told else b""
    memory[: len(text) + 1] = text + b"\0"


def say(sink: BinaryIO, message: Mapping[str, Any]) -> None:
    """What a child has to say, as a line of its own."""
    sink.write(json.dumps(message, default=vars).encode() + b"\n")
    sink.flush()


def send(descriptor: int, data: bytes, deadline: float) -> None:
    """Writes to a pipe all there is. Raises TimeoutError past the deadline, as where the other side only talks and never reads."""
    os.set_blocking(descriptor, False)
    left = memoryview(data)
    while left:
        patience = deadline - time.monotonic()
        if patience <= 0 or not is_ready(descriptor, select.POLLOUT, patience):
            raise TimeoutError
        try:
            left = left[os.write(descriptor, left) :]
        except BlockingIOError:  # less room than was told of
            continue


def is_ready(descriptor: int, event: int, patience: float) -> bool:
    """Whether one can read or write without waiting, within so many seconds; so one can where the other side has gone."""
    waiting = select.poll()
    waiting.register(descriptor, event)
    return bool(waiting.poll(patience * 1_000))
