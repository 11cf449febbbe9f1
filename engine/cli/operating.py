"""How an operator's commands reach the game's repository: as a pass does, or by a path or an address."""

import os
import shlex
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
    if _is_path(url):
        _must_take_pushes(url)
    make_undumpable()
    token = os.environ.get("GITHUB_TOKEN") or None
    if not url:
        given = wiring.settings(otherwise="by hand, set it, or name the repository with --repository")
        url, token = given.url, given.token
    with tempfile.TemporaryDirectory() as copy, GitRepository(url, Path(copy), token) as repository:
        yield repository


def _is_path(url: str) -> bool:
    """As git tells paths from addresses; what begins like an option is neither, and is refused where it would be asked at."""
    return bool(url) and "://" not in url and ":" not in url.partition("/")[0] and not url.startswith("-")


def _must_take_pushes(path: str) -> None:
    """Raises UsageError for what is no bare repository: of a clone git refuses to move the branch that is checked out."""
    place = Path(path)
    if (place / ".git").exists():
        raise click.UsageError(
            f"{path} is a clone with files in it, and takes no push. Name the repository that it came from, as "
            f"`git -C {shlex.quote(path)} remote -v` does."
        )
    if not ((place / "HEAD").is_file() and (place / "objects").is_dir()):
        raise click.UsageError(
            f"There is no bare repository at {path}. Name the path of one, or an address that git knows."
        )
