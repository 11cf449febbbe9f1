"""`nomic check`: everything that is wrong with the rules, the records and the examples, at once."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from engine.cli import laid, log, options, rules_on_disk
from engine.cli.check_files import wrong_with
from engine.cli.check_proposal import refused
from engine.game.close_reading import looked_through
from engine.game.examples import examples
from engine.game.words.registry import new_host
from engine.game.world import stored
from engine.law.documents.problems import Problem, told_whole
from engine.law.rulebook import Rulebook
from engine.store.counted import counted
from engine.store.layout import of_ruleset
from engine.store.records import GAME
from engine.template import shipped


@click.command(name="check")
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--ruleset", help="The ruleset that FILES are meant for, if they do not lie in a game; else only this.")
@options.root
@click.option("--examples/--no-examples", default=True, help="Play the examples as well.")
@click.option(
    "--against", metavar="REF", help="Say what would be refused if HEAD were proposed to REF, as origin/main."
)
def command(
    files: tuple[Path, ...], ruleset: str | None, root: Path | None, examples: bool, against: str | None
) -> None:
    """Check rules, front matter, schemas, examples and state: all problems at once, as file:line: message.

    With FILES, only these rules, wherever they lie, in the law they are meant for; a game's folder is all of it.

    With --against, the proposal that HEAD is or could be is opened on a copy of the game and the answer is shown. If it is
    accepted, a week is tried with it as law: what fails then is a warning.
    """
    if against is not None:
        raise SystemExit(1 if refused(root or Path(), against) else 0)
    files, root = laid.files_or_game(files, root)
    if files:
        raise SystemExit(1 if wrong_with(files, root, ruleset, examples) else 0)
    root = root or Path()
    texts, unreadable = rules_on_disk.look(root)
    errors = warnings = 0
    unread = [*unreadable, *rules_on_disk.stray(texts)]
    laid.must_be_there(ruleset, texts)
    named = [ruleset] if ruleset else rules_on_disk.rulesets(texts)
    for line, severe in [*((str(problem), True) for problem in unread), *_problems(root, texts, named, examples)]:
        errors, warnings = errors + severe, warnings + (not severe)
        log.echo(line if severe else f"{line} (warning)")
    if errors and shipped.lacks_shared_code(texts):
        log.echo(shipped.where_shared_code_is())
    told = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
    log.echo(f"{counted(len(named), 'ruleset')}: {told}.")
    raise SystemExit(1 if errors else 0)


def _problems(root: Path, texts: dict[str, str], named: list[str], with_examples: bool) -> Iterator[tuple[str, bool]]:
    host = new_host()
    books = {}
    # In a game under way examples are evidence: a price that was voted on breaks the example of the price before.
    decisive = rules_on_disk.played(root) is None
    for ruleset in named:
        mine = of_ruleset(ruleset, texts)
        books[ruleset], problems = looked_through(ruleset, mine, host)
        yield from told_whole(problems)
        if with_examples and not any(p.severity == "error" for p in problems):
            for case in examples.cases_of_ruleset(mine, ruleset):
                yield from ((str(failure), decisive) for failure in examples.play(case, mine, ruleset, host))
    yield from ((str(problem), True) for problem in _state(root, books, rules_on_disk.rulesets(texts)))


def _state(root: Path, books: Mapping[str, Rulebook], known: list[str]) -> Iterator[Problem]:
    """Files of state/ that are no records, and records that break the schemas of the law in force."""
    files, unreadable = rules_on_disk.state(root)
    yield from unreadable
    name = stored.ruleset(files)
    book = books.get(name or "")
    if name is not None and name not in known:
        yield Problem(GAME, 1, f"the game is played by {name!r}, and there is no rules/{name}/")
    yield from stored.problems(files, book)
