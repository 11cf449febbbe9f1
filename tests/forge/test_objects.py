"""git's objects by id, whatever the pipes to git hold: Linux gives little to a user who has many of them."""

from __future__ import annotations

import contextlib
import fcntl
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from engine.forge import objects
from engine.forge.git_process import environment, start
from engine.forge.objects import AHEAD, CHUNK, Objects, ahead
from engine.referee.ports import Unreachable

Started = Callable[..., subprocess.Popen[bytes]]

SMALL, USUAL = 4_096, 65_536  # bytes; the least that Linux gives, and what it gives to most
PATIENCE = 60  # seconds, after which it stands still
linux = pytest.mark.skipif(not hasattr(fcntl, "F_SETPIPE_SZ"), reason="only Linux says what a pipe holds, and sets it")


@pytest.fixture
def blobs(server: Path) -> dict[str, bytes]:
    """id -> content of more than are asked for at once, read ahead, and asked for once more."""
    texts = [b"%d " % at + b"x" * 600 for at in range((AHEAD + 2) * CHUNK)]
    stream = b"".join(
        b"blob\nmark :%d\ndata %d\n%s\nget-mark :%d\n" % (at, len(t), t, at) for at, t in enumerate(texts, 1)
    )
    made = ["git", "--git-dir", str(server), "fast-import", "--quiet", "--cat-blob-fd=1"]
    ids = subprocess.run(made, input=stream, capture_output=True, check=True).stdout.decode().split()
    return dict(zip(ids, texts, strict=True))


def with_pipes_of(size: int) -> Started:
    def begin(*arguments: Any) -> subprocess.Popen[bytes]:
        process = start(*arguments)
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, size)
        return process

    return begin


def read(store: Path, ids: list[str]) -> dict[str, tuple[str, bytes]]:
    """What is read of them; nothing where it stands still."""
    found: dict[str, tuple[str, bytes]] = {}
    reader = Objects(str(store), environment(()), "Make it anew.")

    def work() -> None:
        with contextlib.suppress(Unreachable):  # it stood still, and was ended
            found.update(reader.contents(ids))

    at_work = Thread(target=work, daemon=True)
    at_work.start()
    at_work.join(PATIENCE)
    if at_work.is_alive() and reader._process is not None:
        reader._process.kill()
        at_work.join()
    reader.close()
    return found


@linux
@pytest.mark.parametrize("size", [SMALL, 2 * SMALL, 4 * SMALL, 8 * SMALL, USUAL])
def test_many_are_read_through_pipes_of_any_size(
    server: Path, blobs: dict[str, bytes], size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(objects, "start", with_pipes_of(size))
    assert read(server, list(blobs)) == {identity: ("blob", content) for identity, content in blobs.items()}


@linux
def test_the_usual_pipe_lets_git_work_ahead_and_a_small_one_does_not() -> None:
    found = []
    for size in (SMALL, USUAL):
        process = with_pipes_of(size)(["--version"], environment(()))
        process.wait()
        found.append(ahead(process))
        process.communicate()
    assert found == [0, AHEAD]


def test_where_nobody_says_what_a_pipe_holds_nothing_is_read_ahead(
    server: Path, blobs: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(objects, "WHAT_IT_HOLDS", None)
    with start(["--version"], environment(())) as process:
        assert ahead(process) == 0
    assert read(server, list(blobs)) == {identity: ("blob", content) for identity, content in blobs.items()}
