"""`nomic play FOLDER`: sit down and play, in a browser, without GitHub."""

import contextlib
import errno
import re
import shlex
import socket
import time
import webbrowser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from engine.cli import addresses, at_table, interrupt, log, options, rules_on_disk
from engine.cli.errors import told
from engine.store import canon
from engine.template import rulesets

NO_TEACHER: Final = "Hint: --tutorial is for a new game, and this one goes on without a teacher: name another folder."
OVER: Final = (
    "Hint: this game is over, and can be read and talked about. Another begins in a folder of its own: name one."
)
AT_FIRST: Final = ("ruleset", "name", "timezone", "clock")  # what is chosen once, when a game begins


def _names(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    found = tuple(name for name in re.split(r"[,\s]+", value) if name)
    if len({name.lower() for name in found}) < len(found):
        raise click.BadParameter("a name is there twice.")
    return found


@click.command(name="play")
@click.argument("folder", default="game", type=click.Path(path_type=Path, file_okay=False))
@click.option("--ruleset", default="credo", show_default=True, type=options.RULESET, help=options.BEGIN_WITH)
@click.option(
    "--players", default="", callback=_names, metavar="NAMES", help="Who plays, as ana,bo,cy; the first is the host."
)
@click.option("--name", default="", help="What a new game is called; the folder's name if left out.")
@options.timezone
@click.option(
    "--clock", type=click.Choice(["real", "table"]), default="real", show_default=True, help="Whose time it is."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where it is served; 0.0.0.0 for your network.")
@click.option("--port", default=8352, show_default=True, type=click.IntRange(0, 65_535), help="The port there.")
@click.option("--tutorial", is_flag=True, help="Begin with a teacher, who plays two friends of yours.")
@click.option("--browser/--no-browser", default=True, help="Open the table in this machine's browser.")
def command(
    folder: Path,
    ruleset: str,
    players: tuple[str, ...],
    name: str,
    timezone: str,
    clock: str,
    host: str,
    port: int,
    tutorial: bool,
    browser: bool,
) -> None:
    """Begin the game in FOLDER, or go on with it, and serve it until Ctrl-C.

    Everything is kept in the folder. With --clock table the time stands still while nobody plays, and is moved by a button.
    """
    # What serves a game takes a second to import: whoever asks for help, or misspells, need not wait for it.
    from engine.hub import keeping  # noqa: PLC0415
    from engine.table import lesson  # noqa: PLC0415
    from engine.table.folder import Folder  # noqa: PLC0415
    from engine.table.game import Beginning, Game, begin, must_be_names  # noqa: PLC0415
    from engine.table.serving import house, serve  # noqa: PLC0415

    if tutorial:
        clock = "table"
        if not lesson.lesson(ruleset):
            raise click.UsageError(f"There is no tutorial of {ruleset}. There is one of credo.")

    place = Folder(folder)
    place.look()
    must_be_names(players)  # before there is a folder, and before the first of them has a seat
    with place.held():
        fresh, doubts = keeping.named(place.base) is None, list[str]()
        port = _free(host, port)
        if fresh:
            players = players or ((lesson.LEARNER,) if tutorial else ())
            doubts = begin(place, Beginning(ruleset, _called(name, folder), timezone, players, clock), time.time)
        alone = addresses.is_loopback(host)
        own, address = (f"http://{where(host)}:{port}" for where in (addresses.here, addresses.on_network))
        with Game(place, time.time) as game:
            _say_what_is_there(doubts if fresh else _begun(folder, game, tutorial), game)
            if tutorial and fresh:
                lesson.begin(game, ruleset)
            for player in players:
                game.seat(player)
            with house(game, address, _report, reachable=not alone) as served:
                links = served.seats.links
                place.announce({"address": own, "secret": links["host"]})
                link = f"{own}/enter/{links['host']}"
                others = "" if alone else f"{address}/enter/{links['invitation']}"

                def ready() -> None:
                    opens = f"{own}/enter/{served.seats.once()}" if browser else ""
                    _ready(folder, link, others, fresh, opens)

                with contextlib.suppress(KeyboardInterrupt):  # it has ended by then, and says again why
                    serve(served, host, port, _report, ready)
                interrupt.forget()  # it has ended the serving, as it should
    log.echo(f"\nThe game is kept. `nomic play {shlex.quote(str(folder))}` goes on with it.")


def _say_what_is_there(lines: Iterable[str], game: Any) -> None:
    for line in lines:
        log.echo(line)
    at_table.say_behind(game)


def _called(name: str, folder: Path) -> str:
    """What a new game is called; what cannot be shown, or written as UTF-8, is refused before anything has begun."""
    found = " ".join(name.split()) or folder.resolve().name
    if not found.isprintable():
        raise click.BadParameter(
            "there are characters in the name that cannot be shown. Give another.", param_hint="--name"
        )
    return found


def _begun(folder: Path, game: Any, tutorial: bool) -> Iterator[str]:
    """What is said of a game that one goes on with: that it is over, which options it does not heed, and that it has no teacher."""
    from engine.table import lesson  # noqa: PLC0415

    if canon.read(rules_on_disk.played(folder) or "{}\n").get("over"):
        yield OVER
    yield from _unheeded(folder, game.clock.kind)
    if tutorial and lesson.step(game) is None:
        yield NO_TEACHER


def _unheeded(folder: Path, clock: str) -> Iterator[str]:
    """A line for each option given that a game which has begun otherwise does not heed."""
    context = click.get_current_context()
    begun = {**canon.read(rules_on_disk.played(folder) or "{}\n"), "clock": clock}
    for name in AT_FIRST:
        given = rulesets.named(context.params[name]) if name == "ruleset" else context.params[name]
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE and given != begun.get(name):
            yield f"Hint: --{name} is for a new game. This one goes on as it began, with {begun.get(name)}."


def _ready(folder: Path, link: str, others: str, fresh: bool, opens: str) -> None:
    """`opens` is where this machine's browser is led, if it is: everybody on the machine can see with what it was started."""
    log.echo(f"{'A new game' if fresh else 'The game'} in {folder} is on. You sit here:\n\n  {link}\n")
    if others:
        log.echo(f"Others on your network enter here:\n\n  {others}\n")
    log.echo("Ctrl-C ends it; nothing is lost.")
    if opens:
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(opens)


def _free(host: str, port: int) -> int:
    """The port itself; a free one for 0. Raises UsageError if it is taken, or the host is none of this machine's."""
    with socket.socket(addresses.family(host)) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except (OSError, TypeError, ValueError) as error:  # the last two: no name of any machine could be written so
            why = getattr(error, "strerror", "") or "that is no name of a machine"
            raise click.UsageError(f"{host}:{port} cannot be used: {why}. {_instead(error)}") from None
        return int(tried.getsockname()[1])


def _instead(error: Exception) -> str:
    if not isinstance(error, OSError) or isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return "Name one of this machine's own addresses with --host; 0.0.0.0 is all of them."
    return "Name another with --port."


def _report(error: Exception) -> None:
    told(error)
