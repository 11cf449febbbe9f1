"""`nomic rule new TITLE --like NAME`: a rule to begin from, out of the shelf, and what it lacks in the ruleset one is in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from engine.cli import laid, rules_on_disk
from engine.cli.laid import Laid


@click.group(name="rule")
def command() -> None:
    """Begin a rule from a worked one."""


@command.command(name="shelf")
def shelf() -> None:
    """List the mechanics one can begin from."""
    from engine.template.shelf import WISHES  # noqa: PLC0415 - keeps `nomic --help` fast

    for name, wish in WISHES.items():
        click.echo(f"{name:15} I want to {wish}.")


@command.command(name="new")
@click.argument("title")
@click.option("--like", required=True, metavar="NAME", help="What it is to be like: see `nomic rule shelf`.")
@click.option("--coin", metavar="FIELD", help="The field of players that it is paid in, if not points.")
@click.option("--ruleset", help="The ruleset it is meant for, if this is no game.")
@click.option("--root", type=click.Path(exists=True, path_type=Path), help="The game's repository, if not this folder.")
def new(title: str, like: str, coin: str | None, ruleset: str | None, root: Path | None) -> None:
    """Write a rule called TITLE, like one on the shelf, into the ruleset one is in, and say what it lacks there."""
    from engine.template.shelf import WISHES, needs_coin, slug_of, text_of  # noqa: PLC0415

    if like not in WISHES:
        raise click.UsageError(f"There is no {like!r} on the shelf. There are: {', '.join(WISHES)}.")
    home, texts = laid.law_here(root)
    name = laid.ruleset_of(home if (home / "state").is_dir() else None, texts, ruleset)
    in_game = root is not None or Path("rules").is_dir()
    folder = home / "rules" / name if in_game else Path()
    known = [rules_on_disk.number(path) for path in texts if path.startswith(f"rules/{name}/")]
    file = folder / f"{max(known, default=0) + 1:03d}-{slug_of(title)}.md"
    if file.exists() or any(
        path.endswith(f"-{slug_of(title)}.md") for path in texts if path.startswith(f"rules/{name}/")
    ):
        raise click.UsageError(f"There is a rule of that name already: {slug_of(title)}. Give it another title.")
    text = text_of(like, title, coin or "points", scenes=_scenes(texts, name))
    file.write_text(text, encoding="utf-8")
    click.echo(f"Written: {file}. It is like `{like}` on the shelf: {WISHES[like]}.")
    law = Laid({**texts, f"rules/{name}/{file.name}": text}, name, f"rules/{name}/{file.name}", str(file))
    lacks = list(_lacks(law, needs_coin(text), coin or "points"))
    for line in lacks:
        click.echo(f"- {line}")
    if lacks:
        click.echo(f"What stands above is missing in the ruleset {name}, or to be changed in the file.")
    else:
        click.echo(
            f"It fits the ruleset {name}, and its examples hold. Change what you like, and try it: nomic check {file}"
        )


def _scenes(texts: dict[str, str], ruleset: str) -> set[str]:
    from engine.law.document import parse  # noqa: PLC0415
    from engine.law.problems import LawProblems  # noqa: PLC0415

    found: set[str] = set()
    for path in (p for p in texts if p.startswith(f"rules/{ruleset}/") and p.endswith(".md")):
        try:
            found |= set(parse(path, texts[path]).scenes)
        except LawProblems:
            continue
    return found


def _lacks(law: Laid, paid: bool, coin: str) -> Iterator[str]:
    """What keeps the rule from working where it is laid, one line each."""
    from engine.cli.check_files import found  # noqa: PLC0415
    from engine.game.words.registry import new_host  # noqa: PLC0415
    from engine.game.world.engine_fields import FIELDS  # noqa: PLC0415
    from engine.law.rulebook import read  # noqa: PLC0415
    from engine.template.shelf import coins  # noqa: PLC0415

    host = new_host()
    folders = (f"rules/{law.ruleset}/", "rules/library/")
    there = {path: text for path, text in law.texts.items() if path.startswith(folders) and path != law.path}
    schemas = read(law.ruleset, there, host, FIELDS)[0].schemas
    if paid and coin not in schemas.declared("players"):
        others = ", ".join(coins(schemas)) or "nothing that counts"
        yield f"players have no {coin} here. They have {others}: give one with --coin."
        return
    told: set[str] = set()
    for line, severe in found(law, host, with_examples=True):
        place = ":".join(str(line).split(":")[:2])
        if severe and place not in told:  # of an example that fails its first step says why
            told.add(place)
            yield law.told(line)
