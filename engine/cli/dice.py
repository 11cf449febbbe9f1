"""`nomic dice`: shows how a throw came about, and changes the dice key."""

import os
import secrets
import shlex
import stat
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import click

from engine.cli import log, table_git, wiring
from engine.cli.operating import opened, repository_option
from engine.cli.wiring import KEY, secret_key
from engine.forge.repository import GitRepository
from engine.game.dice import commitment
from engine.game.entries import Happening
from engine.referee.aside import bring
from engine.referee.judging.child import ChildJudge
from engine.referee.ports import ForgeError, Unreachable
from engine.referee.throws import shown


@click.group(name="dice")
def command() -> None:
    """Dice that can be checked: how a throw came about, and another key."""


@command.command(name="show")
@click.argument("happening")
@click.argument("clone", type=click.Path(exists=True, path_type=Path), default=Path())
def show(happening: str, clone: Path) -> None:
    """Show how each throw of HAPPENING came about, with commands that make it again.

    HAPPENING is an id of the journal in CLONE (or this folder), such as comment/17. A throw can be made again once its
    key is revealed; whoever holds the present key may set NOMIC_DICE_KEY.
    """
    key, clone = secret_key(), table_git.meant(clone)
    table_git.must_be_one(clone, "nomic dice show HAPPENING FOLDER")
    with tempfile.TemporaryDirectory() as copy, GitRepository(str(clone.resolve()), Path(copy)) as game:
        lines = shown(game, happening, key.encode() if key else None)
    for line in lines:
        log.echo(line)


@command.command(name="rotate")
@click.option(
    "--new-key", type=click.Path(path_type=Path), default=Path("nomic-dice-key"), help="File for the new key."
)
@click.option("--lost", is_flag=True, help="The old key is lost and cannot be revealed; the game says so.")
@repository_option
def rotate(new_key: Path, lost: bool, repository: str) -> None:
    """Reveal the dice key of NOMIC_DICE_KEY, so that every throw so far can be checked, and commit to a new one.

    The new key is drawn and left in a file; put it into the secret NOMIC_DICE_KEY at once. Until then passes fail and
    decide nothing.
    """
    old = secret_key().encode()
    if not old and not lost:
        raise click.UsageError(f"{KEY} is not set: it is to hold the key that is revealed. If it is lost, say --lost.")
    key = secrets.token_hex(32)
    committed = commitment(key.encode())
    happening: Happening = {"id": f"rotated/{committed[:12]}", "kind": "rotated", "commitment": committed}
    if not lost:
        happening["revealed"] = old.hex()

    def make(files: Mapping[str, str], base: str) -> tuple[Happening, Mapping[str, str]]:
        return {**happening, "seen_at": int(time.time())}, {}

    wait, before = wiring.waiting(quick=False), [] if lost else [old]
    judge = ChildJudge(key.encode() if lost else old)
    with opened(repository) as game:
        _keep(new_key, key)
        try:
            made = bring(game, judge, make, wait, before, [key.encode()], log.echo)
        except Unreachable:
            raise  # it may have landed: then the key in the file is the game's
        except ForgeError:
            new_key.unlink()
            raise
    log.echo(f"The old key is {'given up' if lost else 'revealed'} by commit {made}.")
    log.echo(f"The new key is in {new_key}. Put it in the secret and delete the file, or no pass will decide anything:")
    file = shlex.quote(str(new_key))
    log.echo(f"gh secret set {KEY} < {file} && rm {file}")


def _keep(place: Path, key: str) -> None:
    """Before anything is pushed: a key that is committed to and lost would stop the game."""
    try:
        kept = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR)
    except OSError as error:
        raise click.UsageError(f"{place} cannot be made: {error.strerror}. Name another file with --new-key.") from None
    try:
        with open(kept, "w", encoding="utf-8") as file:
            file.write(key)
    except OSError:  # as on a full disk: no half of a key is in the way of the next one
        place.unlink()
        raise
