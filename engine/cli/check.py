"""`nomic check`: everything that is wrong with the rules, the records and the examples, at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.cli import rules_on_disk

if TYPE_CHECKING:
    from engine.law.problems import Problem
    from engine.law.rulebook import Rulebook


@click.command(name="check")
@click.option("--root", type=click.Path(exists=True, path_type=Path), default=Path(), help="The game's repository.")
@click.option("--examples/--no-examples", default=True, help="Play the examples as well.")
@click.option(
    "--against", metavar="REF", help="Say what would be refused if HEAD were proposed to REF, as origin/main."
)
def command(root: Path, examples: bool, against: str | None) -> None:
    """Check rules, front matter, schemas, examples and state: all problems at once, as file:line: message.

    With --against, the proposal that HEAD is or could be is opened on a copy of the game and the answer is shown.
    """
    if against is not None:
        from engine.cli.check_proposal import refused  # noqa: PLC0415 - keeps `nomic --help` fast

        raise SystemExit(1 if refused(root, against) else 0)
    texts = rules_on_disk.read(root)
    errors = warnings = 0
    for line, severe in _problems(root, texts, examples):
        errors, warnings = errors + severe, warnings + (not severe)
        click.echo(line if severe else f"{line} (warning)")
    click.echo(f"{len(rules_on_disk.rulesets(texts))} rulesets: {errors} errors, {warnings} warnings.")
    raise SystemExit(1 if errors else 0)


def _problems(root: Path, texts: dict[str, str], with_examples: bool) -> Iterator[tuple[str, bool]]:
    from engine.game import examples  # noqa: PLC0415 - keeps `nomic --help` fast
    from engine.game.engine_fields import FIELDS  # noqa: PLC0415
    from engine.game.words.registry import new_host  # noqa: PLC0415
    from engine.law.rulebook import read  # noqa: PLC0415

    host = new_host()
    for ruleset in rules_on_disk.rulesets(texts):
        mine = {p: t for p, t in texts.items() if p.startswith((f"rules/{ruleset}/", "rules/library/"))}
        book, problems = read(ruleset, mine, host, FIELDS)
        for problem in problems:
            yield str(problem), problem.severity == "error"
        for document in book.documents.values():
            yield from ((str(warning), False) for warning in document.warnings)
        yield from ((str(warning), False) for warning in _read_closely(book))
        if with_examples and not any(p.severity == "error" for p in problems):
            for case in examples.cases_of_ruleset(mine, ruleset):
                yield from ((str(failure), True) for failure in examples.play(case, mine, ruleset, host))
    yield from _state(root, texts)


def _read_closely(book: Rulebook) -> Iterator[Problem]:
    """What may be wrong with the code of rules that load: types, names, and refusals behind a roll."""
    from engine.game.words.stub import stub  # noqa: PLC0415 - keeps `nomic --help` fast
    from engine.law import rolls, typecheck  # noqa: PLC0415
    from engine.law.host import sources  # noqa: PLC0415

    sound = {slug: d for slug, d in book.documents.items() if slug not in book.loaded.broken}
    yield from typecheck.warnings(sources(sound, book.library), stub())
    yield from rolls.warnings(book)


def _state(root: Path, texts: dict[str, str]) -> Iterator[tuple[str, bool]]:
    """Records that break the schemas of the law in force."""
    from engine.game.landing import check_records  # noqa: PLC0415 - keeps `nomic --help` fast
    from engine.game.refusal import Refusal  # noqa: PLC0415
    from engine.game.words.registry import new_host  # noqa: PLC0415
    from engine.game.world import World  # noqa: PLC0415

    state = root / "state"
    if not (state / "game.yaml").is_file():
        return
    paths = [p for p in sorted(state.rglob("*.yaml")) if "journal" not in p.relative_to(state).parts[:1]]
    files = texts | {p.relative_to(root).as_posix(): p.read_text(encoding="utf-8") for p in paths}
    try:
        check_records(World(files, new_host()))
    except Refusal as refusal:
        yield f"state: {refusal.text}", True
