"""`nomic rule new TITLE --like NAME`: a rule to begin from, out of the shelf, and what it lacks in the ruleset one is in."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.cli import laid, log, rules_on_disk, table_git
from engine.cli.laid import Laid

if TYPE_CHECKING:
    from engine.law.document import Document
    from engine.law.host import Host
    from engine.law.rulebook import Rulebook
    from engine.template.shelf import Home


_SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"


@click.group(name="rule")
def command() -> None:
    """Begin a rule from a worked one."""


@command.command(name="shelf")
def shelf() -> None:
    """List the mechanics one can begin from."""
    from engine.template.shelf import WISHES  # noqa: PLC0415 - keeps `nomic --help` fast

    for name, wish in WISHES.items():
        log.echo(f"{name:15} I want to {wish}.")


def _title(context: click.Context, parameter: click.Parameter, value: str) -> str:
    from engine.law.frontmatter import PROPERTIES  # noqa: PLC0415 - keeps `nomic --help` fast

    longest = int(PROPERTIES["title"]["maxLength"])
    if not value.strip() or not value.isprintable() or len(value) > longest:
        raise click.BadParameter(f"a title is one line of 1 to {longest} letters.")
    return value


def _coin(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Fields of records have such names: another would stand in the rule's code, too, and could not be read there."""
    if value is not None and not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", value):
        raise click.BadParameter("a field has small letters, digits and _, as `gold`.")
    return value


@command.command(name="new")
@click.argument("title", callback=_title)
@click.option("--like", required=True, metavar="NAME", help="What it is to be like: see `nomic rule shelf`.")
@click.option("--coin", metavar="FIELD", callback=_coin, help="The field of players that it is paid in, if not points.")
@click.option("--ruleset", help="The ruleset it is meant for, if this is no game.")
@click.option("--root", type=click.Path(exists=True, path_type=Path), help="The game's repository, if not this folder.")
def new(title: str, like: str, coin: str | None, ruleset: str | None, root: Path | None) -> None:
    """Write a rule called TITLE, like one on the shelf, into the ruleset one is in, and say what it lacks there."""
    from engine.store import splice  # noqa: PLC0415 - keeps `nomic --help` fast
    from engine.template.shelf import WISHES, slug_of  # noqa: PLC0415

    if like not in WISHES:
        raise click.UsageError(f"There is no {like!r} on the shelf. There are: {', '.join(WISHES)}.")
    home, texts = laid.law_here(root)
    name = laid.ruleset_of(home, texts, ruleset)
    at_table = table_git.git_of(home) is not None  # nothing is checked out there: the rule is written here
    in_game = not at_table and (root is not None or Path("rules").is_dir())
    folder = home / "rules" / name if in_game else Path()
    others = [path for path in texts if path.startswith(f"rules/{name}/")]
    number = max(map(rules_on_disk.number, others), default=0) + 1
    file = folder / f"{number:03d}-{slug_of(title)}.md"
    if file.exists() or any(splice.slug_of(path) == slug_of(title) for path in others):
        raise click.UsageError(f"There is a rule of that name already: {slug_of(title)}. Give it another title.")
    path = f"rules/{name}/{file.name}"
    there = {p: t for p, t in texts.items() if p.startswith((f"rules/{name}/", "rules/library/"))}
    text, done, lacks = fitted(like, title, coin or "points", name, path, there)
    file.write_text(text, encoding="utf-8")
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


Fitted = tuple[str, list[str], list[str]]


def fitted(like: str, title: str, coin: str, ruleset: str, path: str, there: dict[str, str]) -> Fitted:
    """A rule like one on the shelf as it fits a ruleset: its text, what was done to make it fit, and what it still lacks."""
    from engine.game.words.registry import new_host  # noqa: PLC0415
    from engine.law.document import parse  # noqa: PLC0415
    from engine.template.shelf import needs_coin, text_of  # noqa: PLC0415

    host = new_host()
    home, book = _home(ruleset, there, host)
    text = text_of(like, title, coin, home)
    done = []
    if needs_coin(text) and coin not in home.purses:
        others = (
            f" To be paid in something else, give --coin with one of: {', '.join(home.purses)}." if home.purses else ""
        )
        done.append(f"Players have no {coin} here, so the rule declares them, and nobody has any as yet.{others}")
    lacks = _lacks(Laid({**there, path: text}, ruleset, path, path), host)
    if not lacks:
        refused = _refused_at_open(ruleset, there, text, host)
        return text, done, [f"It cannot be opened for voting here: {refused}"] if refused else []

    def claiming(claims: list[str]) -> tuple[str, list[str]]:
        claimed = text_of(like, title, coin, replace(home, claims=claims))
        return claimed, _lacks(Laid({**there, path: claimed}, ruleset, path, path), host)

    rule = parse(path, text)
    rivals, refused = _rivals(book, rule), ""
    for claims in [*([slug] for slug in rivals), rivals] if rivals else []:
        claimed, left = claiming(claims)
        if left:
            continue
        refused = _refused_at_open(ruleset, there, claimed, host)
        if not refused:
            done.append(f"It overrides {', '.join(f'`{slug}`' for slug in claims)}, after which it would say nothing.")
            return claimed, done, []
        lacks = [_only_by_amending(book, claims, refused)]
        break
    return text, done, lacks if refused else [*_out_of_reach(book, rule), *lacks]


def _only_by_amending(book: Rulebook, slugs: list[str], refused: str) -> str:
    """Where the rule would have to stand over others, and no rule may claim that: whose amendment does what it does."""
    those = " and ".join(f"rule {book.documents[slug].number} `{slug}`" for slug in slugs)
    there = " and ".join(book.documents[slug].path for slug in slugs)
    return (
        f"After {those} it says nothing, and no rule is opened for voting here that claims to stand over another"
        f" (`overrides`): {refused} What it does can be had by an amendment: propose one of {there}, with what stands in this file"
    )


def _refused_at_open(ruleset: str, there: dict[str, str], text: str, host: Host) -> str:
    """Why a rule of that text cannot be opened for voting although one that does nothing can be; empty where it can."""
    from engine.game.examples.example_stage import Stage  # noqa: PLC0415 - keeps `nomic --help` fast
    from engine.game.examples.examples import UNPLAYABLE  # noqa: PLC0415

    def opened(law: str) -> str:
        stage = Stage({"scene": "three"}, there, ruleset, host)
        stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 Fresh", "changes": {"900-fresh.md": law}}})
        return stage.step({"by": "ana", "says": "/open", "on": 12}) or ""

    try:
        return "" if opened(_SONG) else opened(text).removeprefix("refused: ")
    except UNPLAYABLE:  # no scene of three, or nobody who may open
        return ""


def _home(ruleset: str, there: dict[str, str], host: Host) -> tuple[Home, Rulebook]:
    from engine.game.catalogue import COMMANDS  # noqa: PLC0415
    from engine.game.replies.moments import may_be_time  # noqa: PLC0415
    from engine.game.world.engine_fields import FIELDS  # noqa: PLC0415
    from engine.law.rulebook import read  # noqa: PLC0415
    from engine.template.shelf import Home, coins  # noqa: PLC0415

    book = read(ruleset, there, host, FIELDS)[0]
    scenes = {scene for document in book.documents.values() for scene in document.scenes}
    usages = [*COMMANDS, *(c.usage_text for document in book.documents.values() for c in document.commands)]
    purses = [name for name in coins(book.schemas) if not may_be_time(name)]
    return Home(scenes, purses, {usage.split()[0] for usage in usages}), book


def _rivals(book: Rulebook, rule: Document) -> list[str]:
    """The rules that answer or adjust what this one does, and over which it can stand."""
    questions = {*rule.answers, *rule.adjusts}
    others = (d for d in book.documents.values() if questions & {*d.answers, *d.adjusts} and not d.immutable)
    return sorted(document.slug for document in others)


def _out_of_reach(book: Rulebook, rule: Document) -> list[str]:
    """What the rule answers or adjusts and an immutable rule answers before it."""
    return [
        f"`{question}` is settled by rule {other.number} `{other.slug}`, which is immutable: no rule of the lower class turns that"
        for question in sorted({*rule.answers, *rule.adjusts})
        for other in book.documents.values()
        if other.immutable and question in other.answers
    ]


def _lacks(law: Laid, host: Host) -> list[str]:
    """What keeps the rule from working where it is laid, one line each."""
    from engine.cli.check_files import found  # noqa: PLC0415
    from engine.game.world.engine_fields import FIELDS  # noqa: PLC0415
    from engine.law import silenced  # noqa: PLC0415
    from engine.law.rulebook import read  # noqa: PLC0415

    told: dict[str, str] = {}
    for line, severe in found(law, host, with_examples=True):
        place = ":".join(str(line).split(":")[:2])
        if severe:
            told.setdefault(place, str(line))  # of an example that fails its first step says why
    if told:  # what is said in vain is the likelier cause
        book = read(law.ruleset, law.texts, host, FIELDS)[0]
        vain = [str(problem) for problem in silenced.warnings(book) if problem.path == law.path]
        return vain + list(told.values())
    return []
