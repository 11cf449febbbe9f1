"""git's objects by id, through one long-lived `git cat-file`; it reads what is on disk and never fetches."""

import fcntl
import subprocess
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from engine.forge.git_process import start
from engine.referee.ports import Unreachable

CHUNK = 256  # commands written at once: about 13 KB
AHEAD = 2  # chunks that git works on, at most, while what came of others is read
A_CHUNK = CHUNK * 80  # bytes of one, at most: an id of SHA-256 has 64
WHAT_IT_HOLDS = getattr(fcntl, "F_GETPIPE_SZ", None)  # asks a pipe; on Linux alone
A_PIECE = 1 << 20  # bytes at a time of what is not kept


class Objects:
    """Not for use by several threads at once. `close` ends the process; the next question starts another.

    `remedy` says what to do where that ends by itself.
    """

    def __init__(self, directory: str, env: Mapping[str, str], remedy: str) -> None:
        self._directory = directory
        self.remedy = remedy
        self._env = env
        self._process: subprocess.Popen[bytes] | None = None

    def sizes(self, ids: Iterable[str]) -> dict[str, tuple[str, int]]:
        """id -> (type, bytes) of those that are on disk."""
        return {identity: (kind, size) for identity, kind, size, _ in self._ask("info", ids)}

    def contents(self, ids: Iterable[str], most: int | None = None) -> dict[str, tuple[str, bytes]]:
        """id -> (type, content) of those that are on disk, of each at `most` so many bytes."""
        return {identity: (kind, content) for identity, kind, _, content in self._ask("contents", ids, most)}

    def blobs(self, ids: Iterable[str]) -> tuple[dict[str, bytes], list[str]]:
        """The contents of those that are blobs and on disk, by id; and the ids of what is on disk and is none."""
        found, others = dict[str, bytes](), list[str]()
        for identity, kind, _, content in self._ask("contents", ids):
            if kind == "blob":
                found[identity] = content
            else:
                others.append(identity)
        return found, others

    def _ask(self, word: str, ids: Iterable[str], most: int | None = None) -> Iterator[tuple[str, str, int, bytes]]:
        waiting: deque[tuple[subprocess.Popen[bytes], list[str]]] = deque()
        for chunk in chunks(dict.fromkeys(ids)):
            waiting.append((self._asked(word, chunk), chunk))
            if len(waiting) > ahead(waiting[0][0]):
                yield from self._answers(*waiting.popleft(), word == "contents", most)
        while waiting:
            yield from self._answers(*waiting.popleft(), word == "contents", most)

    def _asked(self, word: str, chunk: list[str]) -> subprocess.Popen[bytes]:
        process = self._running()
        assert process.stdin is not None  # a pipe
        try:
            process.stdin.write("".join(f"{word} {identity}\n" for identity in chunk).encode() + b"flush\n")
            process.stdin.flush()
        except OSError as error:
            raise self._lost() from error
        return process

    def _answers(
        self, process: subprocess.Popen[bytes], chunk: list[str], whole: bool, most: int | None
    ) -> Iterator[tuple[str, str, int, bytes]]:
        assert process.stdout is not None  # a pipe
        line, read = process.stdout.readline, process.stdout.read
        for identity in chunk:
            words = line().decode().split()
            if len(words) != 3 or words[0] != identity:
                if words == [identity, "missing"]:
                    continue
                raise self._lost()
            size = int(words[2])
            if whole and (most is None or size <= most):
                content = read(size)
                if len(content) != size or read(1) != b"\n":
                    raise self._lost()
            else:
                content = self._begun(process, size, most) if whole and most else b""
            yield identity, words[1], size, content

    def _begun(self, process: subprocess.Popen[bytes], size: int, most: int) -> bytes:
        """The first bytes of an object that is larger."""
        assert process.stdout is not None  # a pipe
        content, left = process.stdout.read(most), size - most + 1
        while left and (skipped := process.stdout.read(min(left, A_PIECE))):
            left -= len(skipped)
        if left or len(content) != most:
            raise self._lost()
        return content

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            arguments = ["--git-dir", self._directory, "cat-file", "--batch-command", "--buffer"]
            self._process = start(arguments, self._env, subprocess.DEVNULL)
        return self._process

    def _lost(self) -> Unreachable:
        self.close()
        return Unreachable("git cat-file ended or lost its place", self.remedy)

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def chunks(ids: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(ids)
    while chunk := list(islice(rest, CHUNK)):
        yield chunk


def ahead(process: subprocess.Popen[bytes]) -> int:
    """Chunks to be read ahead: all that is out is less than the pipe to git holds, so that writing never waits.

    Else git could wait for us to read, and we for git. It is none where the system does not say what a pipe holds, and little
    where a user has many pipes. A single chunk may be larger than the pipe: git answers none of it before it has all.
    """
    if WHAT_IT_HOLDS is None or process.stdin is None:
        return 0
    try:
        holds = fcntl.fcntl(process.stdin, WHAT_IT_HOLDS)
    except OSError:
        return 0
    return max(0, min(AHEAD, holds // A_CHUNK - 1))
