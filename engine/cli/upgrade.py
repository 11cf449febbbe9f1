"""`nomic upgrade [DIR]`: moves a game to the engine that runs this, and says what that changes."""

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
    links = [path for path in done.writes if _is_linked(directory, path)]
    if links:
        raise Told(f"{links[0]} is a link, or lies behind one.", "Put a file or a folder in the place of the link.")
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


def _is_linked(directory: Path, path: str) -> bool:
    """Whether to write there is to write elsewhere: whoever could commit a link would choose where."""
    inside = Path(path)
    return any((directory / part).is_symlink() for part in (inside, *inside.parents[:-1]))
