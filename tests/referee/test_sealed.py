"""A sealed process has no network, starts no program and looks into no other process; and the judge's child is one."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.referee.judging import child, spare
from engine.referee.judging.forked import Forked

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"), reason="there is no such filter here"
)
ENGINE = Path(engine.__file__).parent
TRIES = {
    "a connection": "import socket; socket.create_connection(('127.0.0.1', 9), 1)",
    "a message": "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "a socket of this machine": "import socket; socket.socketpair()",
    "a program": "import os; os.execv('/bin/true', ['true'])",
    "a program in a child": "import subprocess; subprocess.run(['/bin/true'])",
    "a file to write": "open(sys.argv[1], 'w')",
    "a file to write to the end of": "open(sys.argv[1], 'a')",
    "a file to read and write": "open(sys.argv[1], 'r+')",
    "a new file": "os.open(sys.argv[1] + '.new', os.O_CREAT)",
    "a file made empty": "os.truncate(sys.argv[1], 0)",
    "another name": "os.rename(sys.argv[1], sys.argv[1] + '.moved')",
    "another name in place of one": "os.replace(sys.argv[1], sys.argv[1] + '.moved')",
    "a deletion": "os.unlink(sys.argv[1])",
    "a folder's deletion": "os.rmdir(sys.argv[2])",
    "a new folder": "os.mkdir(sys.argv[1] + '.d')",
    "a link": "os.link(sys.argv[1], sys.argv[1] + '.link')",
    "a pointer": "os.symlink(sys.argv[1], sys.argv[1] + '.link')",
    "another mode": "os.chmod(sys.argv[1], 0o777)",
    "another time": "os.utime(sys.argv[1])",
    "another attribute": "os.setxattr(sys.argv[1], 'user.x', b'1')",
    "a pipe with a name": "os.mkfifo(sys.argv[1] + '.pipe')",
    "its parent's end": "os.kill(os.getppid(), 9)",
    "a question whether its parent lives": "os.kill(os.getppid(), 0)",
    "a signal to its parent's thread": "n = ctypes.CDLL(None, use_errno=True); assert n.syscall(TGKILL, os.getppid(), os.getppid(), 0) == -1; raise OSError(ctypes.get_errno(), '')",
    "a signal by a descriptor": "signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 0)",
    "a signal to its parent when something can be read": "import fcntl; fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid())",
    "the choice of that signal": "import fcntl; fcntl.fcntl(0, 10, 9)",
    "such a signal by the device": "import fcntl, struct; fcntl.ioctl(0, 0x8901, struct.pack('i', os.getppid()))",
    "its parent's processors": "os.sched_setaffinity(os.getppid(), {0})",
    "its parent's limits": "resource.prlimit(os.getppid(), resource.RLIMIT_CORE, (0, 0))",
    "another's memory": "import ctypes; n = ctypes.CDLL(None, use_errno=True); assert n.ptrace(16, 1, 0, 0) == -1; raise OSError(ctypes.get_errno(), '')",
}


@pytest.mark.parametrize("name", TRIES)
def test_what_a_sealed_process_tries_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    (tmp_path / "folder").mkdir()
    tgkill = 234 if platform.machine() == "x86_64" else 131
    program = f"from engine.referee.judging.sealed import seal\nimport ctypes, os, resource, signal, socket, sys\nTGKILL = {tgkill}\nassert seal()\ntry:\n    {TRIES[name]}\nexcept OSError as error:\n    os._exit(error.errno)\nos._exit(0)\n"
    places = [str(tmp_path / "file"), str(tmp_path / "folder")]
    assert subprocess.run([sys.executable, "-c", program, *places], check=False).returncode == 1  # EPERM
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "folder"]
    assert (tmp_path / "file").read_text() == "kept"


def test_a_sealed_process_may_end_itself_as_it_does_without_memory() -> None:
    program = "from engine.referee.judging.sealed import seal\nimport os\nassert seal()\nos.abort()"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -6


def test_until_it_is_sealed_once_more_a_process_may_set_its_own_limits_and_no_others() -> None:
    tries = "def tried(who):\n try:\n  resource.prlimit(who, resource.RLIMIT_CORE, (0, 0))\n except OSError:\n  return 0\n return 1"
    program = f"from engine.referee.judging.sealed import seal\nimport os, resource\n{tries}\nassert seal(but_for_limits=True)\nfound = [tried(0), tried(os.getppid())]\nassert seal()\nprint(found, tried(0))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "[1, 0] 0\n"


def test_a_sealed_process_reads_and_writes_what_it_has_open() -> None:
    program = "from engine.referee.judging.sealed import seal\nassert seal()\nprint(len(open('/proc/self/status').read()) > 0)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("True\n", 0)


def test_the_judges_child_is_sealed_before_any_rule_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """It asks for the seed of the first happening, and waits: what the kernel says of it then holds from here on."""
    seen: list[dict[str, str]] = []

    def watched(module: str, memory: int) -> Forked:
        process = Forked(module, memory)
        monkeypatch.setattr(child, "seed", lambda *_: seen.append(status(process.pid)) or b"s" * 32)
        return process

    from tests.referee.test_child import INBOX, KEY, START, game

    judge = child.ChildJudge(KEY, "g")
    monkeypatch.setattr(spare, "Forked", watched)
    judge.judge(game("pass"), INBOX, START + 60)
    assert seen[0]["Seccomp"] == "2" and seen[0]["NoNewPrivs"] == "1"
    assert seen[0]["Max core file size"] == seen[0]["Max file size"] == "0 0"
    assert max(map(int, seen[0]["Max address space"].split())) < 2_000_000_000


def status(pid: int) -> dict[str, str]:
    """What the kernel says of a process: its seal, and the limits it has, soft and hard."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    found = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    for line in Path(f"/proc/{pid}/limits").read_text().splitlines()[1:]:
        found[line[:25].strip()] = " ".join(line[26:].split()[:2])
    return found


@pytest.mark.parametrize("elsewhere", ["platform.machine = lambda: 'riscv64'", "sys.platform = 'darwin'"])
def test_where_there_is_no_such_filter_nothing_is_sealed_and_it_says_so(elsewhere: str, tmp_path: Path) -> None:
    program = "import platform, sys\nfrom engine.referee.judging.sealed import seal\n" + elsewhere
    program += f"\nassert seal() is False\nopen({str(tmp_path / 'file')!r}, 'w')\n"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_child_that_is_confined_is_sealed_as_well() -> None:
    """It runs the rules of others: what bounds its memory seals it, once the law is loaded."""
    confined = [path for path in ENGINE.rglob("*_main.py") if " confined(" in path.read_text()]
    assert {"lawful_main.py", "forecast_main.py", "worker_main.py"} <= {path.name for path in confined}
    unsealed = [p.name for p in confined if not any(call in p.read_text() for call in ("limits.settle(", "in_turn("))]
    assert unsealed == []
