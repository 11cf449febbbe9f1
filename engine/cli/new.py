"""`nomic new DIR`: a fresh game repository, and the steps to publish it."""

import secrets
import stat
import time
from pathlib import Path
from typing import Any

import click

from engine.cli import log, options
from engine.cli.folders import filled, unused
from engine.forge.beginning import begin
from engine.game.dice import commitment
from engine.referee.commits.administered import trailer
from engine.store.joined import joined
from engine.template import beginning, pins, rulesets, shipped, steps


def repository_named(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if value and not options.REPOSITORY.fullmatch(value):
        raise click.BadParameter("it looks like owner/name, as in the address of the repository on GitHub.")
    return value


def address(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Where the engine is had from, if an index does not have it."""
    if value and not pins.ADDRESS.fullmatch(value):
        raise click.BadParameter(
            "it looks like git+https://github.com/owner/name@commit or https://.../nomic_engine-0.1.0-py3-none-any.whl."
        )
    if words := pins.left_to_fill(value):
        raise click.BadParameter(f"put what only you know in the place of {joined(words)}.")
    return value


@click.command(name="new")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path), callback=unused)
@click.option("--ruleset", required=True, type=options.RULESET, help=options.BEGIN_WITH)
@options.timezone
@click.option("--name", default="", help="What the game is called; the folder's name if left out.")
@click.option(
    "--repository", default="", callback=repository_named, help="owner/name it will have on GitHub, if known."
)
@click.option("--engine", default="", metavar="ADDRESS", callback=address, help="Where its workflows get the engine.")
def command(directory: Path, ruleset: str, timezone: str, name: str, repository: str, engine: str) -> None:
    """Make a new game in the folder DIR, and say what is left to do on GitHub.

    The folder becomes a git repository with one commit: rules, workflows, issue forms, and the world as it begins. The
    engine is not copied but pinned: to the address this one was installed from, or else to its version. The dice key is
    left in the folder's .git, where it cannot be committed.
    """
    name = " ".join(name.split()) or directory.name
    if not name.isprintable():
        raise click.BadParameter("there are characters in the name that cannot be shown.", param_hint="--name")
    key, now = secrets.token_urlsafe(32), int(time.time())
    chosen: dict[str, Any] = {"ruleset": rulesets.named(ruleset), "name": name, "timezone": timezone, "start": now}
    choices = beginning.Choices(
        **chosen,
        game_id=secrets.token_hex(8),
        commitment=commitment(key.encode()),
        owner=repository.partition("/")[0],
        engine=engine or pins.origin(shipped.noted_origin()),
    )
    files = beginning.files(choices, rulesets.law(ruleset), shipped.version(), rulesets.home(ruleset))
    with filled(directory):
        begin(directory, files, f"Begin the game\n\n{trailer('')}\n", now)
        hidden = directory / ".git" / steps.KEY_FILE
        hidden.touch(mode=stat.S_IRUSR | stat.S_IWUSR)
        hidden.write_text(key, encoding="ascii")
    for doubt in beginning.doubts(choices.ruleset, rulesets.law(ruleset), rulesets.home(ruleset)):
        log.echo(doubt)
    found = bool(choices.engine) or not shipped.noted_origin()
    log.echo(steps.steps(str(directory), name, repository, "" if found else shipped.version()))
