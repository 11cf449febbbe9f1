"""How far long work has come: a bar on a terminal, nothing anywhere else."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

Advance = Callable[[], None]


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Advance]:
    """Gives a function to call once for each piece done; without a total the bar only shows that something happens."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with _bar() as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


@contextmanager
def if_it_takes_long(what: str, after: float) -> Iterator[None]:
    """The bar of what is mostly over in a moment: nothing is shown until it has gone on for `after` seconds."""
    if not sys.stderr.isatty():
        yield
        return
    shown: list[Progress] = []

    def show() -> None:
        bar = _bar()
        bar.add_task(what, total=None)
        bar.start()
        shown.append(bar)

    waiting = threading.Timer(after, show)
    waiting.daemon = True
    waiting.start()
    try:
        yield
    finally:
        waiting.cancel()
        waiting.join()
        for bar in shown:
            bar.stop()


def _bar() -> Progress:
    from rich.console import Console  # noqa: PLC0415 - most output goes to no terminal
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
