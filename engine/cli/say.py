"""`nomic say WHO TEXT`: a comment at a table of one's own, and its answer."""

from pathlib import Path

import click

from engine.cli import at_table


@click.command(name="say")
@click.argument("who")
@click.argument("text", nargs=-1, required=True)
@click.option("--thread", type=int, default=None, help="Another thread than the table.")
@at_table.options
def command(who: str, text: tuple[str, ...], thread: int | None, game: Path | None, as_json: bool) -> None:
    """Say TEXT as WHO, on the table or in a thread: nomic say ana "/join Ur"."""
    at_table.done(game, as_json, do="say", who=who, text=" ".join(text), thread=thread)
