"""Children that are forked from one process: each as if it had been started alone, and none left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest

from engine.referee.judging import bare, forked
from engine.referee.judging.forked import LOST, Forked
from engine.referee.judging.installed import Outdated

CHILD = "engine.referee.judging.child_main"


@pytest.fixture
def memory() -> Iterator[int]:
    it = os.memfd_create("crumbs")
    os.truncate(it, 4_096)
    yield it
    os.close(it)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[forked._Server]:
    """One for this test alone."""
    it = forked._Server()
    monkeypatch.setattr(forked, "_SERVER", it)
    yield it
    it.end()


def ended(child: Forked) -> int:
    child.kill()
    code = child.wait()
    child.stdin.close()
    child.stdout.close()
    return code


def proc(pid: int | None, what: str) -> Path:
    return Path(f"/proc/{pid}/{what}")


def test_a_child_has_the_environment_of_one_started_alone_and_nothing_open_but_what_it_needs(memory: int) -> None:
    child = Forked(CHILD, memory)
    assert child.pid is not None
    wanted, enough = {"0", "1", "2", str(memory)}, time.monotonic() + 10
    while (found := set(os.listdir(proc(child.pid, "fd")))) != wanted and time.monotonic() < enough:
        time.sleep(0.001)  # it is being put in order
    assert found == wanted
    environment = proc(child.pid, "environ").read_bytes().rstrip(b"\0").split(b"\0")
    assert sorted(environment) == [b"LANG=C.UTF-8"]
    assert os.readlink(proc(child.pid, "cwd")) == "/"
    assert os.getsid(child.pid) == child.pid
    assert ended(child) == -signal.SIGKILL


def test_children_run_side_by_side_and_each_is_told_of_by_itself(memory: int) -> None:
    children = [Forked(CHILD, memory) for _ in range(5)]
    assert len({child.pid for child in children}) == 5
    assert ended(children[2]) == -signal.SIGKILL
    assert [child.poll() for child in children] == [None, None, -signal.SIGKILL, None, None]
    assert all(ended(child) == -signal.SIGKILL for child in children)


def test_how_a_child_ended_by_itself_is_told(memory: int) -> None:
    child = Forked(CHILD, memory)
    child.stdin.write(b"no job\n")
    assert child.wait() == 1
    assert child.poll() == 1
    child.kill()  # it is nobody any more


def test_one_that_dies_takes_no_other_with_it_and_one_whose_keeper_dies_goes_too(memory: int) -> None:
    one, other = Forked(CHILD, memory), Forked(CHILD, memory)
    assert one.pid is not None and other.pid is not None
    os.kill(one.pid, signal.SIGSEGV)
    assert one.wait() == -signal.SIGSEGV
    assert other.poll() is None
    keeper = int(proc(other.pid, "stat").read_text().rsplit(")", 1)[1].split()[1])
    os.kill(keeper, signal.SIGKILL)
    assert other.wait() == LOST
    assert gone(other.pid)


def test_where_the_server_is_gone_another_is_begun_and_its_children_are_gone(
    memory: int, server: forked._Server
) -> None:
    first = Forked(CHILD, memory)
    assert first.pid is not None and server._process is not None
    server._process.kill()
    server._process.wait()
    assert first.wait() == LOST
    assert gone(first.pid)
    second = Forked(CHILD, memory)
    assert second.poll() is None
    assert ended(second) == -signal.SIGKILL


def test_none_of_another_engine_is_begun_where_files_have_changed_meanwhile(
    memory: int, server: forked._Server
) -> None:
    first = Forked(CHILD, memory)
    assert first.pid is not None and server._process is not None and server._installed is not None
    server._installed.found["engine/law/gone.py"] = (0, 0)
    second = Forked(CHILD, memory)  # what runs by now goes on
    assert (ended(first), ended(second)) == (-signal.SIGKILL, -signal.SIGKILL)
    server._process.kill()
    server._process.wait()
    with pytest.raises(OSError, match="Stale") as refused:
        Forked(CHILD, memory)
    assert isinstance(server._installed.cause_of(refused.value), Outdated)


def test_where_no_process_can_be_started_it_is_said(
    memory: int, server: forked._Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(bare, "begun", none_left)
    before = os.listdir("/proc/self/fd")
    with pytest.raises(OSError, match="unavailable"):
        Forked(CHILD, memory)
    assert os.listdir("/proc/self/fd") == before


def test_nothing_is_left_of_a_process_that_is_killed_while_its_child_waits(tmp_path: Path) -> None:
    program = (
        "import os, time\nfrom engine.referee.judging.forked import Forked\nmemory = os.memfd_create('crumbs')\n"
        "child = Forked('engine.referee.judging.child_main', memory)\nprint(child.pid, flush=True)\ntime.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    child = int(process.stdout.readline())
    process.kill()
    process.communicate()
    assert gone(child)


def test_whoever_waits_for_a_child_beside_another_hears_the_same(memory: int) -> None:
    for _ in range(20):
        child = Forked(CHILD, memory)
        with ThreadPoolExecutor(4) as pool:
            waiting = [pool.submit(child.wait) for _ in range(3)]
            child.kill()
            assert [one.result(5) for one in waiting] == [-signal.SIGKILL] * 3
        assert not child.lost
        ended(child)


def test_a_child_finds_nothing_open_with_who_keeps_it_that_it_could_take_words_out_of(memory: int) -> None:
    """As whoever may look into it all: others see nothing of it."""
    child = Forked(CHILD, memory)
    keeper = int(proc(child.pid, "stat").read_text().rsplit(")", 1)[1].split()[1])
    with suppress(PermissionError):
        for number in os.listdir(proc(keeper, "fd")):
            kind = os.readlink(proc(keeper, f"fd/{number}"))
            assert kind in ("/dev/null", "anon_inode:[pidfd]") or kind.startswith("socket:"), kind
            with pytest.raises(OSError) if kind.startswith("socket:") else nullcontext():
                os.close(os.open(proc(keeper, f"fd/{number}"), os.O_RDONLY | os.O_NONBLOCK))
    ended(child)


def test_what_cannot_be_handed_over_is_refused_and_ends_no_other_child(memory: int) -> None:
    other = Forked(CHILD, memory)
    with pytest.raises(OSError):
        Forked(CHILD, 999)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(Forked, "engine.no_such_module").result().wait() == LOST
    assert other.poll() is None
    ended(other)


def test_what_children_have_used_is_known_once_they_have_ended(memory: int) -> None:
    seconds, _ = forked.spent()
    child = Forked(CHILD, memory)
    child.stdin.write(b"no job\n")
    child.wait()
    now, kilobytes = forked.spent()
    assert now > seconds and kilobytes > 10_000


def gone(pid: int) -> bool:
    """Whether a process is over, within ten seconds."""
    for _ in range(1_000):
        try:
            if proc(pid, "stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.01)
    return False
