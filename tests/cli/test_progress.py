"""Long work shows how far it has come on a terminal, and is quiet everywhere else."""

from __future__ import annotations

import sys

import pytest

from engine.cli.progress import progress


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
