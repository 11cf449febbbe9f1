"""`nomic demo`: a season of Credo on a throwaway hub, told as a story."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from engine.cli.folders import filled, unused


@click.command(name="demo")
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    callback=unused,
    help="Keep the game's repository in this folder, new or empty.",
)
def command(keep: Path | None) -> None:
    """Play a scripted season of Credo with real git, real HTTP and the real referee, and tell what happens."""
    folder = keep or Path(tempfile.mkdtemp(prefix="nomic-demo-"))
    with filled(folder):
        tip = play(folder, click.echo)
    click.echo(f"\nThe game is in {folder / 'demo.git'} (main is {tip[:10]}). Look around:\n")
    for line in (
        f"git -C {folder / 'demo.git'} log --graph --oneline main",
        f"git -C {folder / 'demo.git'} show main:proposals/352.md",
        f"git -C {folder / 'demo.git'} show main:state/villages/ana.yaml",
        f"{_nomic()} verify {folder / 'demo.git'}",
    ):
        click.echo(f"  {line}")


def _nomic() -> str:
    """How this command is called from where the operator stands."""
    return "nomic" if shutil.which("nomic") else sys.argv[0]


def play(folder: Path, tell: Callable[[str], None]) -> str:
    """Plays the season in a folder, telling each scene; returns the last commit of main."""
    # Everything heavy is imported here, so that `nomic --help` stays quick.
    from engine.cli.playing import OWNER, Clock, Table  # noqa: PLC0415
    from engine.cli.scenes import SEASON  # noqa: PLC0415
    from engine.cli.telling import Teller  # noqa: PLC0415
    from engine.game.calendar import from_stamp  # noqa: PLC0415
    from engine.hub.hub import Hub  # noqa: PLC0415
    from engine.template import shipped  # noqa: PLC0415

    clock = Clock(from_stamp(SEASON[0].at) - 3_600)
    with Hub(folder, OWNER, "demo", clock) as hub:
        table = Table(hub, clock, folder, b"the dice of the demo are no secret")
        teller = Teller(table, tell)
        table.begin(shipped.law("credo"), "credo", "Credo")
        teller.beginning()
        for scene in SEASON:
            clock.now = max(clock.now, from_stamp(scene.at))
            thread = table.act(scene)
            clock.now += 60
            report = table.referee()
            teller.scene(scene, thread, report)
        clock.now += 60
        table.referee()
        teller.end()
        return hub.git.head() or ""
