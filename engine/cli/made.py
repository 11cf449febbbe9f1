"""Writes the pages of a board, over the cores where they are many: each page is made from what was read before."""

import os
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

Made = tuple[str, Callable[[], str]]
MANY: Final = 200  # pages from which a second process is worth its start
MOST: Final = 4


def write_all(out: Path, wanted: Sequence[Made], cores: int | None = None) -> None:
    """Makes these pages in `out`. Raises RuntimeError where one could not be made."""
    helpers = min(MOST, cores or os.cpu_count() or 1) if len(wanted) >= MANY and hasattr(os, "fork") else 1
    begun = [_begun(out, wanted[place::helpers]) for place in range(1, helpers)]
    try:
        _write(out, wanted[::helpers])
    finally:
        codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in begun]
    if any(codes):
        raise RuntimeError("Pages could not be made.")


def _begun(out: Path, wanted: Sequence[Made]) -> int:
    """The number of a process that makes these pages and nothing else."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        _write(out, wanted)
        code = 0
    except Exception:  # the boundary of this process: its parent says that something failed
        traceback.print_exc()
    finally:
        os._exit(code)


def _write(out: Path, wanted: Sequence[Made]) -> None:
    for folder in {(out / path).parent for path, _ in wanted}:
        folder.mkdir(parents=True, exist_ok=True)
    for path, make in wanted:
        target = out / path
        target.write_bytes(make().encode())
