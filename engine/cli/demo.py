"""`nomic demo`: a season on a throwaway hub, told as a story."""

import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from engine.cli import log, scenes
from engine.cli.folders import filled, unused
from engine.cli.playing import OWNER, StillClock, Table
from engine.cli.scenes import Season
from engine.cli.telling import Teller
from engine.hub.hub import Hub
from engine.template import shipped

FIRST: Final = "credo"  # the season that is told to newcomers


@click.command(name="demo")
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    callback=unused,
    help="Keep the game's repository in this folder, new or empty.",
)
@click.option(
    "--season", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Another season than Credo's."
)
def command(keep: Path | None, season: Path | None) -> None:
    """Play a scripted season with real git, real HTTP and the real referee, and tell what happens."""
    try:
        told = scenes.of_ruleset(FIRST) if season is None else scenes.season(season.read_text(encoding="utf-8"))
    except scenes.BadSeason as error:
        raise click.UsageError(f"{season}: {error}.") from None
    if told.ruleset not in shipped.rulesets():
        raise click.UsageError(f"There is no ruleset {told.ruleset}. There are: {', '.join(shipped.rulesets())}.")
    folder = keep or Path(tempfile.mkdtemp(prefix="nomic-demo-"))
    with filled(folder):
        tip = play(folder, told, log.echo)
    git = shlex.quote(str(folder / "demo.git"))
    log.echo(f"\nThe game is in {folder / 'demo.git'} (main is {tip[:10]}). Look around:\n")
    for line in (
        f"git -C {git} log --graph --oneline main",
        f"git -C {git} ls-tree -r --name-only main proposals/ state/",
        f"git -C {git} show main:state/players/{next(s.who for s in told.scenes if s.who)}.yaml",
        f"{_nomic()} verify {git}",
    ):
        log.echo(f"  {line}")


def _nomic() -> str:
    """How this command is called from where the operator stands."""
    return "nomic" if shutil.which("nomic") else shlex.quote(sys.argv[0])


def play(folder: Path, season: Season, tell: Callable[[str], None]) -> str:
    """Plays the season in a folder, telling each scene; returns the last commit of main."""
    clock = StillClock(season.start)
    with Hub(folder, OWNER, "demo", clock) as hub:
        table = Table(hub, clock, folder, b"the dice of the demo are no secret")
        teller = Teller(table, tell)
        table.begin(shipped.law(season.ruleset), season.ruleset, season.ruleset.capitalize())
        teller.beginning()
        for scene in season.scenes:
            clock.now = max(clock.now, scene.at)
            thread = table.act(scene)
            clock.now += 60
            report = table.referee()
            teller.scene(scene, thread, report)
        clock.now += 60
        table.referee()
        teller.end()
        return hub.git.head() or ""
