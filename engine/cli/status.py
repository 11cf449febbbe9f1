"""`nomic status [WHO]`: how things stand at a table of one's own."""

from pathlib import Path

import click

from engine.cli import at_table


@click.command(name="status")
@click.argument("who", required=False)
@at_table.options
def command(who: str | None, game: Path | None, as_json: bool) -> None:
    """Say what waits for whom, and what comes next."""
    at_table.done(game, as_json, do="status", who=who)
