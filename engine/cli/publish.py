"""`nomic publish FOLDER OWNER/NAME`: what to do to move a game from a table to GitHub."""

import time
from pathlib import Path

import click

from engine.cli import log, wiring
from engine.cli.new import repository_named
from engine.table import publishing
from engine.table.folder import Folder, NoGame, Taken


@click.command(name="publish")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.argument("repository", metavar="OWNER/NAME", callback=repository_named)
def command(folder: Path, repository: str) -> None:
    """Say what to do to move the game in FOLDER to GitHub, with its rules, records, journal and history.

    A copy is made ready beside the game, whose last commit says that it moved. Nothing is sent anywhere, and the game at
    the table stays as it is. There, each player says once from which account they play.
    """
    place = Folder(folder)
    if not place.exists:
        raise NoGame(folder)
    try:
        with place.held():
            ready = publishing.prepare(place, int(time.time()), wiring.waiting(quick=False))
    except Taken as error:
        error.remedy = "End it with Ctrl-C where it is served, then publish it."
        raise
    for line in ready.behind or ():
        log.echo(line, err=True)
    log.echo(publishing.told(place, ready, repository))
