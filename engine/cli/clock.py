"""`nomic clock [STEP]`: the table's time, said or moved."""

from pathlib import Path

import click

from engine.cli import at_table
from engine.table import steps


class StepsBack(click.Command):
    """Takes what would go back for a step: of `-5h` click would take the `h` for that of help."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        back = [each for each in args if steps.goes_back(each)]
        if back and "--" not in args:
            args = [*(each for each in args if each not in back), "--", *back]
        return super().parse_args(ctx, args)


@click.command(name="clock", cls=StepsBack, context_settings={"ignore_unknown_options": True})
@click.argument("step", required=False)
@at_table.options
def command(step: str | None, game: Path | None, as_json: bool) -> None:
    """Say the time at the table, or move it by STEP: +1w, +2d, +3h, +5m, or due for the next thing that happens."""
    wrong = steps.wrong(step) if step else ""
    if wrong:
        raise click.UsageError(f"{wrong} {steps.REMEDY}")
    at_table.done(game, as_json, do="clock", by=step)
