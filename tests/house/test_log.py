"""The log of a run holds words of strangers, and none of them is an order to the runner or to the terminal."""

from __future__ import annotations

import json

import pytest

from engine.cli import log


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("comment/5: done", "comment/5: done"),
        ("::add-mask::yay", ": ::add-mask::yay"),
        ("  ::set-output name=x::y", ": ::set-output name=x::y"),
        ("\n::stop-commands::x", ": ::stop-commands::x"),
        ("state/a\n::error::b.yaml is put back", "state/a ::error::b.yaml is put back"),
        ("a ##[add-mask]b", "a ## [add-mask]b"),
        ("\x1b[2J\x1b]0;title\x07red\x9b31m", "[2J ]0;title red 31m"),
        ("turned \u202etxt", "turned  txt"),
    ],
)
def test_a_line_is_a_line_and_no_order(text: str, shown: str) -> None:
    assert log.line(text) == shown


def test_what_a_dry_run_prints_is_ascii_and_no_order() -> None:
    value = {"reason": "::add-mask::x\n##[group]\u202e\x9b \x1b[2J"}
    shown = log.data(value)
    assert json.loads(shown) == value
    assert shown.isascii()
    assert "##[" not in shown
    assert not any(line.lstrip().startswith("::") for line in shown.splitlines())
