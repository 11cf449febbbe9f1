"""Folders that a command fills: empty before it begins, and as they were before if it fails."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

_TAKEN: Final = "{} is there already and not empty. Name a folder that is not there yet."


def unused(context: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    """For click: a folder that is not there or has nothing in it, by its whole path."""
    if value is None:
        return None
    folder = Path(os.path.abspath(value))
    if os.path.lexists(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise click.BadParameter(_TAKEN.format(value))
    return folder


@contextmanager
def filled(folder: Path) -> Iterator[None]:
    """Makes an unused folder. Whatever ends this early leaves nothing of it, nor of the folders above that were made for it.

    Raises UsageError if another process has begun to fill it meanwhile, which is left alone.
    """
    above = [place for place in folder.parents if not place.exists()]
    was_there = folder.exists()
    done = False
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            yield
            done = True
    except _Taken:
        done = True
        raise
    finally:
        if not done:
            _empty(folder)
            for place in above if was_there else [folder, *above]:
                if place.exists():
                    place.rmdir()


class _Taken(click.UsageError):
    """Another process has begun to fill the folder."""


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if any(folder.iterdir()):
            raise BlockingIOError
    except BlockingIOError:
        os.close(held)
        raise _Taken(_TAKEN.format(folder)) from None
    try:
        yield
    finally:
        os.close(held)


def _empty(folder: Path) -> None:
    for entry in folder.iterdir() if folder.is_dir() else ():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
