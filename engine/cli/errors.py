"""The one error boundary. Operators get one line of cause and one of remedy; no traceback reaches the screen.

Exit codes: 0 done, 1 the check failed, 2 wrong usage, 3 our bug (with a report to paste).
"""

import errno
import io
import platform
import sys
import tempfile
import traceback
from pathlib import Path

import click

from engine.cli import interrupt, log
from engine.store.told import Told

CHECK_FAILED = 1
INTERRUPTED = 130
OUR_BUG = 3
DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO)  # no bug of ours, though Python names no file where a write fails
PANIC = "PanicException"  # what Starlark's binding raises: none of Python's exceptions, and no class of its own to name
OURS = Path(__file__).parents[1]  # a file of the engine's own that is missing is no fault of the operator's


def boundary(command: click.Command) -> None:
    """Runs a command; ends the process with its exit code."""
    interrupt.listen()
    try:
        command.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        _unless_interrupted()
        shown = io.StringIO()
        error.show(file=shown)
        log.echo(shown.getvalue().rstrip("\n"), err=True)
        sys.exit(error.exit_code)
    except Exception as error:
        _unless_interrupted()
        sys.exit(told(error))
    except BaseException as error:
        if type(error).__name__ != PANIC:
            raise
        # Starlark panics where memory ends, and where what a rule makes outgrows its counting; it does not say in which rule.
        larger = f"A rule makes a list or text that is larger than there is room for ({error})."
        sys.exit(told(Told(larger, "Look for what is multiplied, or added to itself again and again.")))
    _unless_interrupted()


def _unless_interrupted() -> None:
    """Ends the process if Ctrl-C was pressed: what failed then failed for that, and what came out is half of it."""
    if interrupt.pressed():
        sys.exit(INTERRUPTED)


def told(error: Exception) -> int:
    """Says what went wrong; returns the exit code. What has a cause and a remedy is no bug."""
    cause, remedy = (error.cause, error.remedy) if isinstance(error, Told) else ("", "")
    if isinstance(error, FileNotFoundError) and error.filename == "git":  # a program is named so, and no path of ours
        cause, remedy = "git is not installed.", "Install git 2.39 or newer."
    elif isinstance(error, OSError) and error.filename and not Path(str(error.filename)).is_relative_to(OURS):
        cause, remedy = f"{error.filename}: {error.strerror}.", "Look at the path, who may write there, and the disk."
    elif isinstance(error, OSError) and error.errno in DISK:
        cause = f"Cannot write {_what(error)}: {error.strerror}."
        remedy = "Make room on the disk, or write elsewhere."
    if cause:
        log.echo(f"Error: {log.line(cause)}\n{log.line(remedy)}".rstrip(), err=True)
        return CHECK_FAILED
    log.echo(f"Error: this is a bug of nomic: {type(error).__name__}\n{_reported(error)}", err=True)
    return OUR_BUG


def _reported(error: Exception) -> str:
    """What to do with the report, or with what keeps it from being written."""
    try:
        return f"Paste the report in {report(error)} into an issue."
    except OSError as lost:
        return f"Its report cannot be written: {lost.strerror}. Name a folder with room in TMPDIR, and do it once more."


def _what(error: OSError) -> str:
    """What could not be written: what is printed, or a file whose name Python does not tell."""
    if any(frame.name == log.echo.__name__ for frame in traceback.extract_tb(error.__traceback__)):
        log.silence()
        return "the output"
    return "a file"


def report(error: Exception) -> str:
    """Writes what is needed to mend it to a file; returns its path. No environment is in it."""
    lines = [
        f"nomic on Python {platform.python_version()}, {platform.platform()}",
        "",
        *traceback.format_exception(error),
    ]
    with tempfile.NamedTemporaryFile(
        "w", prefix="nomic-report-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write("\n".join(lines))
    return file.name
