"""`nomic`: the one command. Each subcommand is a file of its own, imported only when it is run or asked about."""

import importlib
import os
from typing import Final

import click

from engine.cli.addresses import ask_directly
from engine.cli.errors import boundary
from engine.referee.judging.sweeping import seldom

# name -> (module, the line shown in `nomic --help`)
COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "play": ("engine.cli.play", "Sit down and play in a browser, without GitHub."),
    "say": ("engine.cli.say", "Say something at a table of your own, and print the answer."),
    "propose": ("engine.cli.propose", "Propose a rule file at a table of your own, and open it."),
    "vote": ("engine.cli.vote", "Vote on a proposal at a table of your own."),
    "status": ("engine.cli.status", "Say what waits for whom at a table of your own."),
    "clock": ("engine.cli.clock", "Say the time at a table of your own, or move it."),
    "publish": ("engine.cli.publish", "Say what to do to move a game from a table to GitHub."),
    "site": ("engine.cli.site", "Make the board: the game as static pages."),
    "forecast": ("engine.cli.forecast", "Say what a proposal would change, from the law as it is."),
    "demo": ("engine.cli.demo", "Play a scripted season of Credo and tell what happens."),
    "new": ("engine.cli.new", "Make a new game's repository and say what is left to do on GitHub."),
    "referee": ("engine.cli.referee", "Make one pass: read, judge, commit, answer. The workflow runs it."),
    "upgrade": ("engine.cli.upgrade", "Move a game to this engine's version, and say what changes."),
    "doctor": ("engine.cli.doctor", "Say what is wrong with a game's repository, and how to mend it."),
    "check": ("engine.cli.check", "Check rules, schemas, examples and state, all problems at once."),
    "why": ("engine.cli.why", "Say who was asked what, in which order, and what each rule answered."),
    "rule": ("engine.cli.rule", "Begin a rule from a worked one on the shelf."),
    "examples": ("engine.cli.examples", "Run the examples of rule files."),
    "verify": ("engine.cli.verify", "Replay the journal and compare every byte of every commit."),
    "dice": ("engine.cli.dice", "Show how a throw came about, or change the dice key."),
    "redact": ("engine.cli.redact", "Take the text of an entry out of the journal."),
}


class Registry(click.Group):
    """Finds commands by the list above."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(COMMANDS[cmd_name][0]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """What is misspelt gets the nearest name: click looks for it among commands it was given, and these are only named."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=Registry, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="nomic-engine", prog_name="nomic")
def nomic() -> None:
    """Play Nomic on GitHub: the law is the program."""


def main() -> None:
    """The entry point: runs the command inside the error boundary."""
    seldom()
    ask_directly(os.environ)
    boundary(nomic)
