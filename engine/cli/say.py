"""`nomic say WHO TEXT`: a comment at a table of one's own, and its answer."""

from pathlib import Path

import click

from engine.cli import at_table


def _number(context: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
    """Of a thread as `nomic vote` and the answers call it, #7, or as it is."""
    bare = (value or "").strip().removeprefix("#")
    if value is not None and not (bare.isascii() and bare.isdigit() and len(bare) < 12):
        raise click.BadParameter(f"{value!r} is no thread. Its number stands behind the # in answers, as 7 in #7.")
    return None if value is None else int(bare)


@click.command(name="say")
@click.argument("who")
@click.argument("text", nargs=-1, required=True)
@click.option("--thread", default=None, callback=_number, metavar="NUMBER", help="Another thread than the table.")
@at_table.options
def command(who: str, text: tuple[str, ...], thread: int | None, game: Path | None, as_json: bool) -> None:
    """Say TEXT as WHO, on the table or in a thread: nomic say ana "/join Ur"."""
    at_table.done(game, as_json, do="say", who=who, text=" ".join(text), thread=thread)
