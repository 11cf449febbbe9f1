"""`nomic verify`: replays the journal and compares every byte."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click


@click.command(name="verify")
@click.argument("repository", type=click.Path(exists=True, path_type=Path), default=Path())
def command(repository: Path) -> None:
    """Replay the game in REPOSITORY (a clone, or this folder) from its beginning, and compare every byte of its state."""
    from engine.forge.repository import GitRepository  # noqa: PLC0415 - keeps `nomic --help` fast
    from engine.referee.verify import verify  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as copy, GitRepository(str(repository.resolve()), Path(copy)) as game:
        proof = verify(game)
    for finding in proof.findings:
        click.echo(finding)
    click.echo(
        f"{proof.entries} entries replayed: "
        + ("differences found." if proof.findings else "every byte is as it should be.")
    )
    raise SystemExit(1 if proof.findings else 0)
