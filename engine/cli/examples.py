"""`nomic examples FILE...`: runs the examples of rule files, or files of examples."""

from __future__ import annotations

from pathlib import Path

import click

from engine.cli import rules_on_disk
from engine.cli.progress import progress


@click.command(name="examples")
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--ruleset", help="The ruleset of example files that do not name one; rule files know theirs.")
@click.option("--root", type=click.Path(exists=True, path_type=Path), default=Path(), help="The game's repository.")
def command(files: tuple[Path, ...], ruleset: str | None, root: Path) -> None:
    """Run examples: of the rule FILES, of other FILES of the same form, or of every rule if none is given."""
    from engine.game import examples  # noqa: PLC0415 - keeps `nomic --help` fast
    from engine.game.words.registry import new_host  # noqa: PLC0415

    host = new_host()
    texts = rules_on_disk.read(root)
    cases = []
    for path in list(files) or [root / p for p in texts if p.endswith(".md")]:
        name = _name(path.resolve(), root.resolve())
        own = name.split("/")[1] if name.startswith("rules/") and path.suffix == ".md" else None
        read = examples.cases_of_rule if own else examples.cases_of_file
        cases += [(case, own) for case in read(name, path.read_text(encoding="utf-8"))]
    failed = 0
    with progress("examples", len(cases)) as advance:
        for case, own in cases:
            failures = examples.play(case, texts, own or ruleset or rules_on_disk.only(texts), host)
            failed += bool(failures)
            for failure in failures:
                click.echo(str(failure))
            advance()
    click.echo(f"{len(cases) - failed} of {len(cases)} examples hold.")
    raise SystemExit(1 if failed else 0)


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
