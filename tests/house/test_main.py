"""The command line's manners: exit codes, one line of cause and one of remedy, no traceback, quick help."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from engine.cli import interrupt, log
from engine.cli.errors import boundary, told
from engine.referee.ports import Denied

NOMIC = Path(sys.executable).parent / "nomic"


@pytest.fixture(autouse=True)
def _reports_of_bugs_go_with_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def run(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([NOMIC, *arguments], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", **env})


def test_help_is_quick() -> None:
    run("--help")
    before = os.times()
    assert run("--help").returncode == 0
    after = os.times()  # processor seconds: a busy machine does not distort them
    assert after.children_user + after.children_system - before.children_user - before.children_system < 0.4


def test_wrong_usage_is_two() -> None:
    assert run("nonsense").returncode == 2
    done = run("referee")
    assert done.returncode == 2
    assert "GITHUB_TOKEN is not set" in done.stderr


def test_a_misspelt_command_gets_the_nearest_name() -> None:
    assert "No such command 'plya'. Did you mean 'play'" in run("plya").stderr
    assert "Did you mean 'propose'" in run("propse").stderr
    assert "Did you mean" not in run("nonsense").stderr


@pytest.mark.parametrize(
    ("error", "code"), [(Denied("the token is bad", "make a new one"), 1), (RuntimeError("x"), 3), (KeyError("x"), 3)]
)
def test_errors_end_in_their_code_and_without_a_traceback(
    error: Exception, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.command()
    def fails() -> None:
        raise error

    old, sys.argv = sys.argv, ["nomic"]
    with pytest.raises(SystemExit) as stop:
        boundary(fails)
    sys.argv = old
    said = capsys.readouterr().err
    assert stop.value.code == code
    assert "Traceback" not in said
    assert len(said.strip().splitlines()) == 2


def test_nothing_is_said_after_ctrl_c_that_somebody_took_for_a_failure_of_a_rule(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @click.command()
    def proves() -> None:
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        log.echo("differences found.")

    monkeypatch.setattr("sys.argv", ["nomic"])
    monkeypatch.setattr(interrupt, "_pressed", [])
    before = signal.getsignal(signal.SIGINT)
    try:
        with pytest.raises(SystemExit) as stop:
            boundary(proves)
    finally:
        signal.signal(signal.SIGINT, before)
    assert stop.value.code == 130
    assert "differences" not in "".join(capsys.readouterr())


_PRESSED = """
import os, signal, sys

class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Presses())
from engine.cli.entry import main
main()
"""


def test_ctrl_c_before_the_command_has_begun_says_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", _PRESSED], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_a_check_that_fails_is_one(tmp_path: Path) -> None:
    (tmp_path / "rules" / "x").mkdir(parents=True)
    (tmp_path / "rules" / "x" / "101-a.md").write_text("---\nrule: 101\ntitel: A\n---\nText.\n")
    done = run("check", "--root", str(tmp_path))
    assert done.returncode == 1
    assert "rules/x/101-a.md:3: unknown key `titel`" in done.stdout


def test_a_path_that_cannot_be_written_is_the_operators_to_mend() -> None:
    done = run("new", "/proc/nowhere", "--ruleset", "credo")
    assert done.returncode == 1
    assert done.stderr.startswith("Error: /proc/nowhere: No such file or directory.\n")
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux's")
def test_output_that_cannot_be_written_is_no_bug_of_ours() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([NOMIC, "rule", "shelf"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "Error: Cannot write the output: No space left on device.",
        "Make room on the disk, or write elsewhere.",
    ]


def test_a_full_disk_behind_a_file_without_a_name_is_not_taken_for_the_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert told(OSError(errno.ENOSPC, "No space left on device")) == 1
    assert capsys.readouterr().err.startswith("Error: Cannot write a file: No space left on device.\n")
    assert told(OSError(errno.EBADF, "Bad file descriptor")) == 3


def test_a_report_that_cannot_be_written_is_no_second_bug(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a full disk whoever met a bug was shown a traceback of the report's."""
    monkeypatch.setattr("tempfile.tempdir", "/proc/nowhere")
    assert told(ValueError("odd")) == 3
    assert capsys.readouterr().err.splitlines() == [
        "Error: this is a bug of nomic: ValueError",
        "Its report cannot be written: No such file or directory. Name a folder with room in TMPDIR, and do it once more.",
    ]


@pytest.mark.parametrize(
    "words", [("rule", "shelf"), ("check", "--no-examples", "--root", "."), ("check", "--root", "x")]
)
def test_whoever_reads_no_more_changes_nothing_about_how_it_ended(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "rules" / "x").mkdir(parents=True)
    (tmp_path / "x" / "rules" / "x").mkdir(parents=True)
    (tmp_path / "x" / "rules" / "x" / "101-a.md").write_text("---\nrule: 101\ntitel: A\n---\nText.\n")
    reading, writing = os.pipe()
    os.close(reading)
    try:
        piped = subprocess.run([NOMIC, *words], cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    read = subprocess.run([NOMIC, *words], cwd=tmp_path, capture_output=True, check=False)
    assert (piped.returncode, piped.stderr) == (read.returncode, read.stderr)
