"""`nomic propose WHO FILE`: a rule file proposed and opened for voting at a table of one's own."""

from pathlib import Path

import click

from engine.cli import at_table


@click.command(name="propose")
@click.argument("who")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--title", default=None, help="The proposal's title, with its number; the rule's own if left out.")
@at_table.options
def command(who: str, file: Path, title: str | None, game: Path | None, as_json: bool) -> None:
    """Propose a rule FILE as WHO, and open it: nomic propose ana songs.md.

    A file called like a rule in force amends it; any other is a new rule.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise click.UsageError(f"{file} is no text in UTF-8. Save it as such.") from None
    folder = file.resolve().parent.name
    at_table.done(game, as_json, do="propose", who=who, name=file.name, folder=folder, text=text, title=title)
