"""`nomic verify`: replays the journal and compares every byte."""

import tempfile
from functools import partial
from pathlib import Path

import click

from engine.cli import log, table_git
from engine.cli.apart import apart
from engine.cli.progress import progress
from engine.cli.wiring import secret_key
from engine.forge.repository import GitRepository
from engine.forge.whole import LIKE_AN_ID, commit_called
from engine.game.state import State
from engine.game.world.stored import Damaged
from engine.referee import first
from engine.referee.commits import snapshot
from engine.referee.judging import limits
from engine.referee.proof.findings import Proof
from engine.referee.verify import verify


@click.command(name="verify")
@click.argument("repository", type=click.Path(exists=True, path_type=Path), default=Path())
@click.option("--from", "start", metavar="REV", help="Begin at this commit of the engine's, and take it as it is.")
def command(repository: Path, start: str | None) -> None:
    """Replay the game in REPOSITORY (a clone, a table's folder, or this one) from its beginning, and compare every byte of its state.

    Names what is not as it should be, file, key, entry, commit, and below it what to do. Whoever holds the present dice key may set
    NOMIC_DICE_KEY: then its throws are made again too, and the seals of its commits checked.
    """
    key, repository = secret_key(), table_git.meant(repository)
    table_git.must_be_one(repository, "nomic verify FOLDER")
    with progress("replaying"), tempfile.TemporaryDirectory() as copy:
        proof = apart(partial(_proof, repository, start, key, Path(copy)))
    if proof is None:
        log.echo("The game waits for its first pass: there is nothing to replay.")
        return
    for finding in proof.findings:
        log.echo(finding)
        log.echo(f"  {proof.remedies[finding]}")
    for note in proof.notes:
        log.echo(f"Note: {note}.")
    log.echo(
        f"{proof.replayed} of {proof.entries} entries replayed: "
        + ("differences found." if proof.findings else "every byte is as it should be.")
    )
    raise SystemExit(1 if proof.findings else 0)


def _proof(repository: Path, start: str | None, key: str, copy: Path) -> Proof | None:
    """None of a game that waits for its first pass."""
    with GitRepository(str(repository.resolve()), copy) as game:
        if _waits(game):
            return None
        start = None if start is None else _commit(repository, start)
        return verify(game, start, [key.encode()] if key else [], limits.bound)


def _waits(game: GitRepository) -> bool:
    """Whether no pass was made yet. Where the game's own files are damaged or gone, the proof says which, and by whom."""
    try:
        return first.waits(State(snapshot.read(game, game.fetch())))
    except (Damaged, snapshot.BadState):
        return False


def _commit(repository: Path, name: str) -> str:
    """The id of the commit that REV stands for in the clone.

    An id that the clone does not have may be that of a commit somebody noted before the history was rewritten: the proof says so.
    Raises UsageError for all else that it does not have, which accuses nobody.
    """
    found = commit_called(repository, name)
    if not found and not LIKE_AN_ID.fullmatch(name):
        raise click.UsageError(f"There is no commit {name} in this clone.")
    return found or name
