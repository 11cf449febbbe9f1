"""`nomic forecast`: what a proposal would change, from the real law and the world as it stands."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click

from engine.cli import log, options, table_git
from engine.forge.still import StillRepository
from engine.game.exhibits import SILENT
from engine.game.replies.foretelling import ASSUMED
from engine.referee.judging.cluster import Cluster
from engine.referee.judging.forecast import PATIENCE, Play, forecast, in_children
from engine.site import forecasts, pages
from engine.site.game import Game
from engine.table.boards import files_of


@click.command(name="forecast")
@click.option("--proposal", type=int, help="The number of an open proposal; all that are open if left out.")
@click.option("--weeks", type=click.IntRange(1, 52), default=8, show_default=True, help="How far to look.")
@click.option("--seeds", type=click.IntRange(1, 10_000), default=200, show_default=True, help="How many runs.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Children that play; as many as there are cores if left out.")
@click.option("--dask", default="", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://10.0.0.1:8786.")
@options.root
@click.option("--json", "as_json", is_flag=True, help="Every run's numbers, as JSON.")
def command(
    proposal: int | None, weeks: int, seeds: int, jobs: int | None, dask: str, root: Path | None, as_json: bool
) -> None:
    """Play the next weeks with and without each open proposal, with the same dice, and say what differs for whom.

    The dice are none of the game's, and nothing is written.
    """
    with StillRepository(table_git.meant(root or Path())) as repository:
        files, _ = files_of(repository, repository.commit("main", "HEAD"))
    game = Game(files, SILENT)
    wanted = [
        each for each in pages.open_polls(game) if each["poll"].get("change") and proposal in (None, each["number"])
    ]
    if proposal is not None and not wanted:
        raise click.UsageError(f"No proposal {proposal} is open. `nomic forecast` takes all that are.")
    told = []
    with _players(dask) as (play, cores):
        forecasts_of = [forecast(files, each["key"], weeks, seeds, jobs or cores, PATIENCE, play) for each in wanted]
    for each, found in zip(wanted, forecasts_of, strict=True):
        told.append({"proposal": each["number"], **asdict(found), "assumed": ASSUMED})
        if not as_json:
            rows = forecasts.rows(game, found)
            log.echo(f"{each['number']} {each['title']}: {forecasts.headline(found, rows)}")
            for row in rows:
                log.echo(
                    f"  {row.dots} {row.name}, {row.field}: {row.words}; {row.without} without it, {row.with_} with it."
                )
    if as_json:
        log.echo(json.dumps(told, indent=1, sort_keys=True))
    elif wanted:
        log.echo(f"Assumed: {'; '.join(ASSUMED)}.")
    else:
        log.echo("No proposal is open.")


@contextmanager
def _players(address: str) -> Iterator[tuple[Play, int]]:
    """Who plays the runs, and how many can play at once: children on this machine, or a cluster."""
    if not address:
        yield in_children, os.cpu_count() or 1
        return
    with Cluster(address) as cluster:
        yield cluster.play, cluster.cores
