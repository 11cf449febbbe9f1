"""`nomic storm`: seasons under faults; a seed that finds something prints the command that repeats it."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import click

from engine.cli import rules_on_disk


@click.command(name="storm")
@click.option("--seeds", type=click.IntRange(1), default=20, help="How many seasons.")
@click.option("--seed", type=click.IntRange(0), default=0, help="The first of them.")
@click.option("--weeks", type=click.IntRange(1, 60), default=4, help="How long a season is.")
@click.option(
    "--root", type=click.Path(exists=True, path_type=Path), default=Path("tests/island"), help="Where rules/ is."
)
@click.option("--ruleset", default="island", help="The ruleset to play; the seasons are made for the island's.")
def command(seeds: int, seed: int, weeks: int, root: Path, ruleset: str) -> None:
    """Play seeded seasons in which runs are lost and repeated, crash, read stale lists and have their pushes refused."""
    from engine.storm.run import run_seed  # noqa: PLC0415 - keeps `nomic --help` fast

    law = rules_on_disk.read(root)
    struck: Counter[str] = Counter()
    begin = time.monotonic()
    failed = 0
    for number in range(seed, seed + seeds):
        result = run_seed(number, law, ruleset, weeks)
        struck.update(result.struck)
        if result.findings:
            failed += 1
            click.echo(str(result))
    for name, count in sorted(struck.items()):
        click.echo(f"{count:>7}  {name}")
    rate = seeds / (time.monotonic() - begin)
    click.echo(f"{seeds} seasons, {failed} with findings, {rate:.1f} a second.")
    raise SystemExit(1 if failed else 0)
