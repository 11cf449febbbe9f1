"""`nomic site OUT`: the board of a game as static pages."""

import os
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from engine.cli import log, table_git
from engine.cli.board import WEEKS, write
from engine.cli.wiring import server_of
from engine.site.notes import NOTES
from engine.table.counsel import Counsel

PATIENCE: Final = 60.0  # seconds for the law to say how things stand


def _must_be_free(out: Path) -> None:
    """Raises UsageError for a folder that holds something else than a board: pages would lie among it, and over it.

    What begins with a dot, and the domain's name that GitHub keeps there, may stand beside a board.
    """
    if (out / NOTES).exists() or (out / WEEKS).exists() or not out.is_dir():
        return
    if any(not place.name.startswith(".") and place.name != "CNAME" for place in out.iterdir()):
        raise click.BadParameter(
            f"{out} holds something that is no board. Name a folder that is not there yet, or is empty.",
            param_hint="OUT",
        )


@click.command(name="site")
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--root",
    type=click.Path(exists=True, path_type=Path),
    default=Path(),
    help="The game's repository, or a table's folder; this folder if left out.",
)
@click.option("--at", default="", metavar="REV", help="The commit that is shown; main if left out.")
@click.option(
    "--address", default="", metavar="URL", help="Where the pages will be on the web, for links that leave them."
)
def command(out: Path, root: Path, at: str, address: str) -> None:
    """Make the game's board in OUT: pages that need no server and no script. Run again, it makes anew only what changed.

    GITHUB_REPOSITORY, which Actions sets, gives the links to threads and files.
    """
    repository = os.environ.get("GITHUB_REPOSITORY", "")
    server = server_of(os.environ)
    if address and not address.startswith(("https://", "http://")):
        raise click.BadParameter("begins with https://", param_hint="--address")
    _must_be_free(out)
    with closing(Counsel(PATIENCE)) as counsel:
        made, written = write(
            table_git.meant(root), out, address, f"{server}/{repository}" if repository else "", at, counsel
        )
    log.echo(f"{made} pages in {out}, {written} of them written now.")
