"""`nomic upgrade [DIR]`: moves a game to the engine that runs this, and says what that changes."""

import shlex
from pathlib import Path

import click

from engine.cli import log, options, table_git
from engine.cli.new import address
from engine.forge.folder import texts, uncommitted
from engine.store.told import Told
from engine.template import beginning, pins, shipped
from engine.template.upgrade import upgrade


@click.command(name="upgrade")
@options.directory
@click.option("--engine", default="", metavar="ADDRESS", callback=address, help="Where its workflows get this engine.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
def command(directory: Path, engine: str, dry_run: bool) -> None:
    """Move the game in DIR (this folder if left out) to the version of this engine.

    Writes the pin, the locked dependencies and the workflows, says what else changes, and leaves the commit to you. A game
    whose engine lies in its own repository is left as it is, unless --engine names another place.
    """
    table_git.refuse(directory, "It is played with the engine that serves it: there is nothing to upgrade.")
    files, noted = texts(directory), shipped.noted_origin()
    known = "" if pins.is_home(files.get(beginning.PIN, "")) else pins.origin(noted)
    done = upgrade(files, shipped.version(), shipped.changelog(), engine or known, from_folder=bool(noted))
    lost = uncommitted(directory, list(done.writes))
    if lost and not dry_run:
        raise Told(f"{lost[0]} has changes that are in no commit.", "Commit or undo them first.")
    for path in done.writes:
        _must_be_free(directory, path)
    for line in done.said:
        log.echo(line)
    if not done.writes:
        log.echo(f"Nothing to do: the game is at {shipped.version()}.")
    elif dry_run:
        log.echo("Nothing was changed.")
    else:
        for path, text in done.writes.items():
            (directory / path).parent.mkdir(parents=True, exist_ok=True)
            (directory / path).write_text(text, encoding="utf-8", newline="\n")
        log.echo(
            "Look at `git diff`, then commit and push. The token of the workflow may not change workflows: you may."
        )


def _must_be_free(directory: Path, path: str) -> None:
    """Raises Told where something else is in the way. To write behind a link is to write where whoever has committed it wanted."""
    for part in (*reversed(Path(path).parents[:-1]), Path(path)):
        place, last = directory / part, part == Path(path)
        odd = "link" if place.is_symlink() else "folder" if last and place.is_dir() else ""
        odd = odd or ("file" if not last and place.is_file() else "")
        if odd:
            line = f"git rm -r -- {shlex.quote(part.as_posix())}"
            raise Told(f"{part.as_posix()} is a {odd}.", f"Take it away, by `{line}` and a commit, and do this again.")
