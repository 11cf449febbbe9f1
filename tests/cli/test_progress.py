"""Long work shows how far it has come on a terminal, and is quiet everywhere else."""

from __future__ import annotations

import sys
import time

import pytest

from engine.cli.progress import if_it_takes_long, progress


def test_without_a_terminal_nothing_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("examples", 2) as advance:
        advance()
        advance()
    assert capsys.readouterr() == ("", "")


def test_on_a_terminal_a_bar_is_shown_beside_the_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    with progress("examples", 2) as advance:
        advance()
        advance()
    told = capsys.readouterr()
    assert told.out == ""
    assert "examples" in told.err
    assert "2/2" in told.err


@pytest.mark.parametrize(("after", "takes", "shown"), [(0.05, 0.6, True), (30.0, 0.0, False)])
def test_what_is_mostly_over_in_a_moment_shows_a_bar_once_it_takes_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, after: float, takes: float, shown: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    with if_it_takes_long("judging", after):
        time.sleep(takes)
    told = capsys.readouterr()
    assert told.out == "" and ("judging" in told.err) is shown
