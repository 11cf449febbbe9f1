"""`nomic examples FILE...`: runs the examples of rule files, or files of examples."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from engine.cli import laid, log, options, rules_on_disk, table_git
from engine.cli.laid import Laid
from engine.cli.progress import progress
from engine.game import explaining
from engine.game.examples import examples
from engine.game.examples.examples import UNPLAYABLE, Example
from engine.game.words.registry import new_host
from engine.law.documents.problems import LawProblems
from engine.store.counted import counted
from engine.store.guard import YamlProblem

Texts = dict[str, str]


@click.command(name="examples")
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--ruleset",
    help="The ruleset of example files that do not name one; rule files know theirs. Without FILES only this.",
)
@options.root
def command(files: tuple[Path, ...], ruleset: str | None, root: Path | None) -> None:
    """Run examples: of the rule FILES, of other FILES of the same form, of folders of either, or of every rule.

    A rule file may lie anywhere: it is laid into the game it lies in, or the one here.
    Where no game is, the rulesets that come with the engine are played.
    """
    files, root = laid.files_or_game(files, root)
    folder, texts = laid.law_here(root)
    if not files and root is None and laid.is_shipped(folder):
        what = "the rulesets that come" if ruleset is None else "the rules that come"
        log.echo(f"There is no game here: {what} with the engine are played.", err=True)
    cases: list[_Playable] = []
    unplayable = 0
    at_table = not files and table_git.git_of(folder) is not None
    for path in laid.files_in(files) if files else _rules(folder, texts, ruleset, at_table=at_table):
        try:
            cases += _committed(path, folder, texts) if at_table else _cases(path, folder, texts, root, ruleset)
        except _Unreadable as problem:
            unplayable += 1
            log.echo(str(problem))
    host, failed = new_host(), 0
    with progress("examples", len(cases)) as advance:
        for one in cases:
            failures = examples.play(one.case, one.law.texts, one.law.ruleset, host)
            failed += bool(failures)
            for failure in failures:
                log.echo(one.law.told(failure))
            if failures and one.law.shown.endswith(".md"):
                _explain(one)
            advance()
    log.echo(f"{len(cases) - failed} of {len(cases)} examples hold{_besides(unplayable)}.")
    raise SystemExit(1 if failed or unplayable else 0)


@dataclass(frozen=True)
class _Playable:
    """A case, and the law it is played under."""

    case: Example
    law: Laid


def _explain(one: _Playable) -> None:
    """Who was asked what in a case that fails: what was answered last in each step."""
    try:
        for line in explaining.explain(one.case.content, one.law.texts, one.law.ruleset, new_host()):
            log.echo(one.law.told(f"    {line}"))
    except UNPLAYABLE:
        return  # it was said already why it cannot be played


def _rules(folder: Path, texts: Texts, ruleset: str | None, *, at_table: bool) -> Iterator[Path]:
    """Every rule there, or every one of a ruleset; what else lies beside rulesets, such as lessons, holds no examples."""
    laid.must_be_there(ruleset, texts)
    if at_table:
        return (Path(path) for path in sorted(texts) if ruleset in (None, path.split("/")[1]))
    return (path for path in laid.files_in((folder / "rules" / (ruleset or ""),)) if path.suffix == ".md")


class _Unreadable(Exception):
    """A file that holds no examples that could be played: str() is `file:line: message`."""


def _committed(path: Path, folder: Path, texts: Texts) -> Iterator[_Playable]:
    """The cases of a rule of the law at a table, of which there is no file. Raises _Unreadable."""
    name = path.as_posix()
    law = Laid(texts, path.parts[1], name, name, folder)
    try:
        yield from (
            _Playable(case, law) for case in (examples.cases_of_rule(name, texts[name]) if path.suffix == ".md" else ())
        )
    except LawProblems as error:
        raise _Unreadable(str(error)) from None


def _cases(path: Path, folder: Path, texts: Texts, root: Path | None, ruleset: str | None) -> Iterator[_Playable]:
    """The cases of a rule file, wherever it lies, or of a file of examples. Raises _Unreadable."""
    shown = _name(path.resolve(), folder.resolve())
    try:
        if path.suffix == ".md":
            law = laid.laid(path, root, ruleset)
            yield from (_Playable(case, law) for case in examples.cases_of_rule(law.path, law.texts[law.path]))
            return
        laid.must_be_there(ruleset, texts)
        for case in examples.cases_of_file(shown, path.read_text(encoding="utf-8")):
            name = ruleset or rules_on_disk.only(texts, case.ruleset)
            yield _Playable(case, Laid(texts, name, shown, shown))
    except UnicodeDecodeError:
        raise _Unreadable(f"{shown}:1: this is not UTF-8 text") from None
    except YamlProblem as error:
        raise _Unreadable(f"{shown}:{error.line}: {error.message}") from None
    except LawProblems as error:
        raise _Unreadable(law.told(error)) from None


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _besides(unplayable: int) -> str:
    if not unplayable:
        return ""
    return f"; {counted(unplayable, 'file')} could not be read"
