"""`nomic examples FILE...`: runs the examples of rule files, or files of examples."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.cli import rules_on_disk
from engine.cli.progress import progress

if TYPE_CHECKING:
    from engine.game.examples.examples import Case

Texts = dict[str, str]


@click.command(name="examples")
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--ruleset", help="The ruleset of example files that do not name one; rule files know theirs.")
@click.option("--root", type=click.Path(exists=True, path_type=Path), help="The game's repository, if not this folder.")
def command(files: tuple[Path, ...], ruleset: str | None, root: Path | None) -> None:
    """Run examples: of the rule FILES, of other FILES of the same form, of folders of either, or of every rule.

    Where no game is, the rulesets that come with the engine are played.
    """
    from engine.game.examples import examples  # noqa: PLC0415 - keeps `nomic --help` fast
    from engine.game.words.registry import new_host  # noqa: PLC0415

    folder, texts = _law(root)
    _must_be_there(ruleset, texts)
    cases, unplayable = [], 0
    for path in _files(files or (folder / "rules",)):
        try:
            cases += [(case, own or ruleset) for case, own in _cases(path, folder)]
        except _Unreadable as problem:
            unplayable += 1
            click.echo(str(problem))
    host, failed = new_host(), 0
    with progress("examples", len(cases)) as advance:
        for case, name in cases:
            failures = examples.play(case, texts, name or rules_on_disk.only(texts, case.ruleset), host)
            failed += bool(failures)
            for failure in failures:
                click.echo(str(failure))
            advance()
    click.echo(f"{len(cases) - failed} of {len(cases)} examples hold{_besides(unplayable)}.")
    raise SystemExit(1 if failed or unplayable else 0)


class _Unreadable(Exception):
    """A file that holds no examples that could be played: str() is `file:line: message`."""


def _law(root: Path | None) -> tuple[Path, Texts]:
    """The repository, and the law in it; that of the engine itself, unless a game is here or was named."""
    from engine.template import shipped  # noqa: PLC0415 - keeps `nomic --help` fast

    if root is None and not Path("rules").is_dir():
        return shipped.RULES.parent, {p: t for name in shipped.rulesets() for p, t in shipped.law(name).items()}
    return root or Path(), rules_on_disk.read(root or Path())


def _must_be_there(ruleset: str | None, texts: Texts) -> None:
    known = rules_on_disk.rulesets(texts)
    if ruleset is not None and ruleset not in known:
        raise click.UsageError(f"There is no ruleset {ruleset!r}. There are: {', '.join(known)}.")


def _files(named: tuple[Path, ...]) -> Iterator[Path]:
    """The files named, and of folders those that may hold examples."""
    for path in named:
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.suffix in (".md", ".yaml", ".yml") and p.is_file())
        else:
            yield path


def _cases(path: Path, root: Path) -> Iterator[tuple[Case, str | None]]:
    """The cases of a file, with the ruleset it belongs to, if it is a rule's. Raises _Unreadable."""
    from engine.game.examples import examples  # noqa: PLC0415 - keeps `nomic --help` fast
    from engine.law.problems import LawProblems  # noqa: PLC0415
    from engine.store.guard import YamlProblem  # noqa: PLC0415

    name = _name(path.resolve(), root.resolve())
    own = name.split("/")[1] if name.startswith("rules/") and path.suffix == ".md" else None
    try:
        text = path.read_text(encoding="utf-8")
        for case in examples.cases_of_rule(name, text) if own else examples.cases_of_file(name, text):
            yield case, own
    except UnicodeDecodeError:
        raise _Unreadable(f"{name}:1: this is not UTF-8 text") from None
    except YamlProblem as error:
        raise _Unreadable(f"{name}:{error.line}: {error.message}") from None
    except LawProblems as error:
        raise _Unreadable(str(error)) from None


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _besides(unplayable: int) -> str:
    if not unplayable:
        return ""
    return f"; {unplayable} file{'s' if unplayable > 1 else ''} could not be read"
