"""How an operator's commands reach the game's repository: as a pass does, or by a path or an address."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from engine.cli import options, wiring
from engine.forge.repository import GitRepository
from engine.forge.undumpable import make_undumpable


def repository_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--repository`: without it, GITHUB_REPOSITORY on GITHUB_SERVER_URL, with GITHUB_TOKEN."""
    text = "A bare repository's path or address; without it, what GITHUB_REPOSITORY and GITHUB_TOKEN name."
    return click.option("--repository", metavar="URL", default="", help=text)(command)


@contextmanager
def opened(url: str) -> Iterator[GitRepository]:
    """The game's repository, to be written to. Raises UsageError naming the variable that is missing."""
    if options.REPOSITORY.fullmatch(url) and not Path(url).exists():
        raise click.UsageError(
            f"There is no folder {url} here. On GitHub it is named by GITHUB_REPOSITORY={url}, with GITHUB_TOKEN, and without --repository."
        )
    make_undumpable()
    token = os.environ.get("GITHUB_TOKEN") or None
    if not url:
        given = wiring.settings()
        url, token = given.url, given.token
    with tempfile.TemporaryDirectory() as copy, GitRepository(url, Path(copy), token) as repository:
        yield repository
