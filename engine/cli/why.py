"""`nomic why`: who is asked what, in which order and why so, and what each answers, in examples and in a running game."""

from pathlib import Path

import click

from engine.cli import laid, log, options, rules_on_disk
from engine.game import explaining
from engine.game.examples.examples import UNPLAYABLE, cases_of_rule
from engine.game.refusal import Refusal
from engine.game.words.registry import new_host
from engine.game.world import stored
from engine.law.documents.problems import LawProblems, Problem
from engine.law.running.blame import RuleFault
from engine.store.layout import CHANGES
from engine.store.records import GAME


@click.command(name="why")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--example", "part", metavar="WORDS", default="", help="Of FILE only examples whose name has these words."
)
@click.option("--question", help="Ask this of the game that is here, as verdict or electorate.")
@click.option("--poll", help="The poll it is about: the number of its thread, or its tag.")
@click.option("--player", help="The player it is about; of several, ana,bo.")
@click.option("--text", help="The text it is about.")
@click.option("--ruleset", help="The ruleset that FILE is meant for, if it does not lie in a game.")
@options.root
def command(
    file: Path | None,
    part: str,
    question: str | None,
    poll: str | None,
    player: str | None,
    text: str | None,
    ruleset: str | None,
    root: Path | None,
) -> None:
    """Say why the examples of the rule FILE come out as they do, or how the game answers a QUESTION now."""
    if (file is None) == (question is None):
        raise click.UsageError(
            "Give a rule file, to see its examples explained, or --question, to ask the game that is here."
        )
    if file is not None:
        try:
            law = laid.laid(file, root, ruleset)
        except UnicodeDecodeError:
            raise click.UsageError(f"{file}: {rules_on_disk.NO_TEXT}") from None
        _examples(law, part)
        return
    about = {name: value for name, value in (("poll", poll), ("player", player), ("text", text)) if value}
    _game(root or Path(), str(question), about)


def _examples(law: laid.Laid, part: str) -> None:
    try:
        cases = cases_of_rule(law.path, law.texts[law.path])
    except LawProblems as error:
        raise click.UsageError(law.told(error)) from None
    meant = [case for case in cases if part.lower() in case.name.lower()]
    if not meant:
        known = "".join(f"\n- {case.name}" for case in cases)
        raise click.UsageError(
            f"No example of {law.shown} has these words. There are:{known}"
            if known
            else f"{law.shown} has no example. One stands in a block of `example`."
        )
    host = new_host()
    for case in meant:
        log.echo(f"## {case.name}")
        try:
            for line in explaining.explain(case.content, law.texts, law.ruleset, host):
                log.echo(law.told(line))
        except UNPLAYABLE as error:
            log.echo(law.told(f"cannot be played: {error}"))


def _game(root: Path, question: str, about: dict[str, str]) -> None:
    files = rules_on_disk.game(root)
    if GAME not in files:
        raise click.UsageError(
            f"No game is played in {root.resolve()}. Run this in a game's repository or at a table, or give --root."
        )
    if broken := list(stored.problems(files, None)):
        raise rules_on_disk.NoTexts(broken)
    try:
        for line in explaining.explain_question(files, question, about, new_host()):
            log.echo(line)
    except explaining.Unasked as error:
        raise click.UsageError(str(error)) from None
    except (Refusal, RuleFault) as error:
        log.echo(f"It cannot be answered: {error}")
    except KeyError as error:
        if not (path := str(error.args[0])).startswith(CHANGES):
            raise
        raise rules_on_disk.NoTexts([Problem(path, 1, "the file is not there, and a poll is about it")]) from None
