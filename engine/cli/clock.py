"""`nomic clock [STEP]`: the table's time, said or moved."""

from pathlib import Path

import click

from engine.cli import at_table


@click.command(name="clock", context_settings={"ignore_unknown_options": True})  # -1d is told why it is no step
@click.argument("step", required=False)
@at_table.options
def command(step: str | None, game: Path | None, as_json: bool) -> None:
    """Say the time at the table, or move it by STEP: +1w, +2d, +3h, +5m, or due for the next thing that happens."""
    at_table.done(game, as_json, do="clock", by=step)
