"""The log of a run holds words of strangers, and none of them is an order to the runner or to the terminal."""

from __future__ import annotations

import io
import json

import click
import pytest

from engine.cli import errors, log


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
        ("rules/island/\udc9b.md", "rules/island/\\udc9b.md"),
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


def test_of_several_lines_each_is_one_and_keeps_the_space_it_begins_with(capsys: pytest.CaptureFixture[str]) -> None:
    log.echo("1 rule:\n  - \x1b[2Jsongs\n\n  ::stop-commands::x\r::error::y")
    assert capsys.readouterr().out == "1 rule:\n  -  [2Jsongs\n\n  : ::stop-commands::x ::error::y\n"


def test_what_is_wrong_with_the_words_of_a_command_is_plain(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["nomic"])
    with pytest.raises(SystemExit) as ended:
        errors.boundary(click.Command("x", callback=lambda: refuse("one of: \x9bsecret\n::error::z")))
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith("Error: one of:  secret\n: ::error::z\n")


def test_what_a_terminal_has_no_letters_for_is_printed_as_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding="latin-1", write_through=True))
    log.echo("Zoë of 世界")
    assert written.getvalue().decode("latin-1") == "Zoë of \\u4e16\\u754c\n"


def refuse(why: str) -> None:
    raise click.UsageError(why)
