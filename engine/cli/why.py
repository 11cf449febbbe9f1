"""`nomic why FILE`: plays the examples of a rule and says who was asked what, in which order, and what each answered."""

from __future__ import annotations

from pathlib import Path

import click

from engine.cli import laid


@click.command(name="why")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--example", "part", metavar="WORDS", default="", help="Only examples whose name has these words.")
@click.option("--ruleset", help="The ruleset that FILE is meant for, if it does not lie in a game.")
@click.option("--root", type=click.Path(exists=True, path_type=Path), help="The game's repository, if not this folder.")
def command(file: Path, part: str, ruleset: str | None, root: Path | None) -> None:
    """Say why the examples of the rule FILE come out as they do: each step, each question, each answer."""
    from engine.game import explaining  # noqa: PLC0415 - keeps `nomic --help` fast
    from engine.game.examples.examples import UNPLAYABLE, cases_of_rule  # noqa: PLC0415
    from engine.game.words.registry import new_host  # noqa: PLC0415

    law = laid.laid(file, root, ruleset)
    host = new_host()
    for case in cases_of_rule(law.path, law.texts[law.path]):
        if part.lower() in case.name.lower():
            click.echo(f"## {case.name}")
            try:
                for line in explaining.explain(case.content, law.texts, law.ruleset, host):
                    click.echo(law.told(line))
            except UNPLAYABLE as error:
                click.echo(law.told(f"cannot be played: {error}"))
