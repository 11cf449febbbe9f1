"""Lines for the log of a run, in which strangers' words may stand: no line of them is an order to the runner or the terminal.

Actions takes a line that begins with `::` for a command, and `##[` anywhere in one.
"""

import json
import os
import re
import sys
from typing import Any

import click

from engine.cli import interrupt

_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+")


def line(text: str) -> str:
    """The text on one line, as it can be read and as nothing else."""
    whole = text.encode("utf-8", "backslashreplace").decode()  # names of files may have bytes that are none of UTF-8
    flat = _CONTROLS.sub(" ", whole).replace("##[", "## [").strip()
    return f": {flat}" if flat.startswith("::") else flat


def plain(text: object) -> str:
    """The same for what has several lines, which stay apart and keep the space they begin with."""
    return "\n".join(_indented(part) for part in str(text).split("\n"))


def echo(text: object = "", *, err: bool = False) -> None:
    """Prints it plain: in whatever a command says may stand a name or a sentence of somebody else's.

    Whoever reads may have gone: that changes nothing about what is done, nor about how it ends.
    Raises KeyboardInterrupt after Ctrl-C.
    """
    interrupt.look()
    try:
        _print(plain(text), err=err)
    except BrokenPipeError:
        silence(err=err)


def _print(text: str, *, err: bool) -> None:
    """With numbers in place of letters that the terminal has not."""
    try:
        click.echo(text, err=err)  # noqa: TID251 - the one place
    except UnicodeEncodeError as error:  # nothing of it was printed
        shown = text.encode(error.encoding, "backslashreplace").decode(error.encoding)
        click.echo(shown, err=err)  # noqa: TID251 - the same


def silence(*, err: bool = False) -> None:
    """Nothing more is printed, not even by Python at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), (sys.stderr if err else sys.stdout).fileno())


def _indented(text: str) -> str:
    words = text.lstrip(" ")
    return " " * (len(text) - len(words)) + line(words)


def data(value: Any) -> str:
    """The value as JSON in ASCII."""
    return json.dumps(value, indent=2).replace("##[", "##\\u005b")
