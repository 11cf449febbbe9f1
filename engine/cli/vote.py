"""`nomic vote WHO NUMBER CHOICE`: a vote at a table of one's own."""

from pathlib import Path

import click

from engine.cli import at_table


@click.command(name="vote")
@click.argument("who")
@click.argument("number")
@click.argument("choice")
@at_table.options
def command(who: str, number: str, choice: str, game: Path | None, as_json: bool) -> None:
    """Vote on a proposal by its number, or by its thread with #: nomic vote ana 352 yay."""
    at_table.done(game, as_json, do="vote", who=who, number=number, choice=choice)
