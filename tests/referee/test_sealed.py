"""A sealed process has no network, starts no program and looks into no other process; and the judge's child is one."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from engine.referee import child

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"), reason="there is no such filter here"
)
TRIES = {
    "a connection": "import socket; socket.create_connection(('127.0.0.1', 9), 1)",
    "a message": "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "a socket of this machine": "import socket; socket.socketpair()",
    "a program": "import os; os.execv('/bin/true', ['true'])",
    "a program in a child": "import subprocess; subprocess.run(['/bin/true'])",
    "another's memory": "import ctypes; n = ctypes.CDLL(None, use_errno=True); assert n.ptrace(16, 1, 0, 0) == -1; raise OSError(ctypes.get_errno(), '')",
}


@pytest.mark.parametrize("name", TRIES)
def test_what_a_sealed_process_tries_is_refused(name: str) -> None:
    program = f"from engine.referee.sealed import seal\nimport os, socket\nassert seal()\ntry:\n    {TRIES[name]}\nexcept OSError as error:\n    os._exit(error.errno)\nos._exit(0)\n"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 1  # EPERM


def test_a_sealed_process_reads_and_writes_what_it_has_open() -> None:
    program = "from engine.referee.sealed import seal\nassert seal()\nprint(len(open('/proc/self/status').read()) > 0)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("True\n", 0)


def test_the_judges_child_is_sealed_before_any_rule_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks for the seed of the first happening, and waits: what the kernel says of it then holds from here on."""
    seen: list[dict[str, str]] = []
    start = child._start

    def started(crumbs: int) -> subprocess.Popen[bytes]:
        process = start(crumbs)
        monkeypatch.setattr(judge, "_seed", lambda id_: seen.append(status(process.pid)) or b"s" * 32)
        return process

    from tests.referee.test_child import INBOX, KEY, START, game

    judge = child.ChildJudge(KEY, "g")
    monkeypatch.setattr(child, "_start", started)
    judge.judge(game("pass"), INBOX, START + 60)
    assert seen[0]["Seccomp"] == "2" and seen[0]["NoNewPrivs"] == "1"
    assert seen[0]["Max core file size"] == "0"
    assert seen[0]["Max file size"] == "0"
    assert int(seen[0]["Max address space"]) < 2_000_000_000


def status(pid: int) -> dict[str, str]:
    """What the kernel says of a process: its seal, and the soft limits it has."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    found = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    for line in Path(f"/proc/{pid}/limits").read_text().splitlines()[1:]:
        found[line[:25].strip()] = line[26:].split()[0]
    return found
