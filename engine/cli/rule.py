"""`nomic rule`: a rule to begin from, out of the shelf, and what it lacks in the ruleset one is in; or the smallest law, from nothing."""

import re
import shlex
import shutil
from pathlib import Path

import click

from engine.cli import laid, log, options, rules_on_disk, table_git
from engine.cli.fitting import fitted, next_number
from engine.cli.laid import Laid
from engine.law.documents.frontmatter import PROPERTIES
from engine.site import filed
from engine.store import splice
from engine.store.layout import folder_of, of_ruleset
from engine.store.slugs import slug
from engine.template import rulesets, shipped
from engine.template.shelf import WISHES, smallest


@click.group(name="rule")
def command() -> None:
    """Begin a rule from a worked one."""


@command.command(name="shelf")
def shelf() -> None:
    """List the mechanics one can begin from."""
    for name, wish in WISHES.items():
        log.echo(f"{name:15} I want to {wish}.")


def _title(context: click.Context, parameter: click.Parameter, value: str) -> str:
    longest = int(PROPERTIES["title"]["maxLength"])
    if not value.strip() or not value.isprintable() or len(value) > longest:
        raise click.BadParameter(f"a title is one line of 1 to {longest} letters.")
    return value


def _coin(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Fields of records have such names: another would stand in the rule's code, too, and could not be read there."""
    if value is not None and not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", value):
        raise click.BadParameter("a field has small letters, digits and _, as `gold`.")
    return value


def _ruleset(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if not rulesets.may_be_called(value) or value in shipped.rulesets():
        raise click.BadParameter(
            "a name is small letters, digits and -, as `inn`, and none of a ruleset that comes with the engine."
        )
    return value


@command.command(name="law")
@click.argument("name", callback=_ruleset)
def law(name: str) -> None:
    """Write the smallest law, to begin a game of one's own from nothing: rules/NAME in this folder."""
    folder = Path(folder_of(name))
    if folder.exists():
        raise click.UsageError(f"There is {folder} already: it stays as it is. Give the law another name.")
    folder.mkdir(parents=True)
    try:
        for path, text in smallest(name).items():
            if not Path(path).exists():  # shared code of somebody's own stays
                Path(path).parent.mkdir(exist_ok=True)
                _write(Path(path), text)
    except BaseException:
        shutil.rmtree(folder)
        raise
    log.echo(f"Written: {', '.join(sorted(map(str, folder.glob('*.md'))))}, and shared code in rules/library.")
    log.echo(
        "Whoever joins plays, and changes of the rules are voted on. All else is yours: rules of your own, or off the shelf."
    )
    log.echo(
        f'  nomic rule new "Lamp oil" --like shop --ruleset {name}\n  nomic check\n  nomic play evening --ruleset {folder}'
    )


def _write(file: Path, text: str) -> None:
    """The whole of it, or nothing that would be in the way when it is tried again, as where the disk was full."""
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except BaseException:
        file.unlink(missing_ok=True)
        raise


@command.command(name="new")
@click.argument("title", callback=_title)
@click.option("--like", metavar="NAME", help="What it is to be like: see `nomic rule shelf`.")
@click.option("--coin", metavar="FIELD", callback=_coin, help="The field of players that it is paid in, if not points.")
@click.option("--ruleset", help="The ruleset it is meant for, if this is no game.")
@options.root
def new(title: str, like: str | None, coin: str | None, ruleset: str | None, root: Path | None) -> None:
    """Write a rule called TITLE, like one on the shelf, into the ruleset one is in, and say what it lacks there."""
    if like is None or like not in WISHES:
        cause = "Say with --like what it is to be like." if like is None else f"There is no {like!r} on the shelf."
        raise click.UsageError(f"{cause} There are: {', '.join(WISHES)}.")
    home, texts = laid.law_here(root)
    name = laid.ruleset_of(home, texts, ruleset)
    at_table = table_git.git_of(home) is not None  # nothing is checked out there: the rule is written here
    in_game = not at_table and (root is not None or Path("rules").is_dir())
    folder = home / "rules" / name if in_game else Path()
    others = [path for path in texts if path.startswith(folder_of(name))]
    number = next_number(name, texts, filed.read(rules_on_disk.played(home) or ""))
    called = slug(title, otherwise=f"rule-{number}")  # two titles in letters that no file is named by are two names
    file = folder / f"{number:03d}-{called}.md"
    if file.exists() or any(splice.slug_of(path) == called for path in others):
        raise click.UsageError(f"There is a rule of that name already: {called}. Give it another title.")
    path = f"{folder_of(name)}{file.name}"
    there = of_ruleset(name, texts)
    text, done, lacks = fitted(like, title, coin or "points", name, path, there)
    _write(file, text)
    log.echo(f"Written: {file}. It is like `{like}` on the shelf: {WISHES[like]}.")
    for line in done:
        log.echo(line)
    for line in lacks:
        log.echo(f"- {Laid(there, name, path, str(file)).told(line)}")
    if lacks:
        log.echo(f"What stands above is missing in the ruleset {name}, or to be changed in the file.")
    else:
        log.echo(
            f"It fits the ruleset {name}, and its examples hold. Change what you like, and try it: "
            f"nomic check {_law(root, name, in_game or at_table)}{shlex.quote(str(file))}"
        )


def _law(root: Path | None, ruleset: str, in_game: bool) -> str:
    """What `nomic check` is to be told besides the file, so that it finds the law that the rule was fitted to."""
    if not in_game:
        return f"--ruleset {ruleset} "
    return f"--root {shlex.quote(str(root))} " if root is not None and table_git.git_of(root) is not None else ""
