"""`nomic check FILE...`: what is wrong with single rules, each laid into the law it is meant for."""

from collections.abc import Iterator
from pathlib import Path
from shlex import quote

import click

from engine.cli import laid, log
from engine.cli.laid import Laid
from engine.game.close_reading import looked_through
from engine.game.examples import examples as playing
from engine.game.words.registry import new_host
from engine.law.documents import unread
from engine.law.documents.problems import Problem, told_whole
from engine.law.running.host import Host
from engine.store import splice
from engine.store.counted import counted
from engine.store.layout import of_ruleset


def wrong_with(files: tuple[Path, ...], root: Path | None, ruleset: str | None, with_examples: bool) -> bool:
    """Prints what is wrong and what may be; whether anything is wrong."""
    host = new_host()
    errors = warnings = 0
    tried_in: dict[str, None] = {}
    failing: list[str] = []
    rules = [path for path in laid.files_in(files) if path.suffix == ".md"]
    others = [f"{path} was not looked at: a rule is a `.md` file." for path in files if _is_none(path)]
    if others and not rules:
        raise click.UsageError("\n".join(others))
    for line in others:
        log.echo(line)
    for file in rules:
        try:
            law = laid.laid(file, root, ruleset)
        except UnicodeDecodeError:
            log.echo(f"{file}:1: this is not UTF-8 text")
            errors += 1
            continue
        if law.amended:
            log.echo(f"{file} is called like {law.amended}, amends it, and was tried in its place.")
        before = errors
        for line, severe, played in found(law, host, with_examples):
            errors, warnings = errors + severe, warnings + (not severe)
            log.echo(law.told(line if severe else f"{line} (warning)"))
            failing += [law.shown] if played and law.shown not in failing else []
        if errors > before:
            tried_in[law.where()] = None
    for shown in failing:
        log.echo(f"Who was asked what in its examples, and what each answered: nomic why {quote(shown)}")
    for law_tried in tried_in:
        log.echo(f"This was tried in the law of {law_tried}. Another: --root FOLDER, --ruleset NAME.")
    told = f"{counted(errors, 'error')}, {counted(warnings, 'warning')}"
    log.echo(f"{counted(len(rules), 'rule')}: {told}.")
    return bool(errors)


def _is_none(named: Path) -> bool:
    return named.suffix != ".md" and not named.is_dir()


def found(law: Laid, host: Host, with_examples: bool) -> Iterator[tuple[str, bool, bool]]:
    """(line, whether it is an error, whether an example failed so) of everything that is said of one file in its law."""
    mine = of_ruleset(law.ruleset, law.texts)
    book, problems = looked_through(law.ruleset, mine, host)
    document = book.documents.get(splice.slug_of(law.path))
    errors = [p for p in problems if p.severity == "error" and _is_about(p, law)]
    about = sorted((p for p in problems if _is_about(p, law)), key=lambda p: p.line)
    yield from ((*told, False) for told in told_whole(about))
    if with_examples and not errors:
        cases = playing.cases_of_rule(law.path, law.texts[law.path])
        if document is not None and document.code and not cases:
            message = f"none of this code was run, for the rule has no example{unread.example(document.blocks)}"
            yield f"{law.path}:{document.code_line}: {message}", False, False
        for case in cases:
            yield from ((str(failure), True, True) for failure in playing.play(case, mine, law.ruleset, host))


def _is_about(problem: Problem, law: Laid) -> bool:
    return problem.path == law.path or law.path in problem.message
