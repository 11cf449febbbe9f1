"""`nomic storm`: seasons under faults; one that finds something is made small, and prints the command that repeats it."""

from __future__ import annotations

import multiprocessing
import shlex
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.cli import rules_on_disk
from engine.cli.progress import progress

if TYPE_CHECKING:
    from engine.storm.run import Result
    from engine.storm.season import Choice

HERE = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command(name="storm")
@click.option("--seeds", type=click.IntRange(1), default=20, help="How many seasons.")
@click.option("--seed", type=click.IntRange(0), default=0, help="The first of them.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="How many processes.")
@click.option("--weeks", type=click.IntRange(1, 60), default=12, help="How long a season is.")
@click.option("--ruleset", type=click.Choice(["island", "credo"]), help="Only this; else one season in ten is Credo's.")
@click.option(
    "--calm", multiple=True, metavar="FAULT", help="A fault that does not strike, by name; `all` for every one."
)
@click.option(
    "--only", multiple=True, metavar="FAULT", help="All faults are calm but this; may be given more than once."
)
@click.option("--skip", default="", metavar="STEPS", help="Steps that are left out: 3.0,3.12.")
@click.option("--each", is_flag=True, help="Print a line for every season, with a digest of its end.")
@click.option("--no-shrink", is_flag=True, help="Report a season that finds something as it is.")
@click.option("--root", type=HERE, default=Path("."), help="Where rules/credo is.")
@click.option("--island", type=HERE, default=Path("tests/island"), help="Where the engine's toy ruleset is.")
def command(
    seeds: int,
    seed: int,
    jobs: int,
    weeks: int,
    ruleset: str | None,
    calm: tuple[str, ...],
    only: tuple[str, ...],
    skip: str,
    each: bool,
    no_shrink: bool,
    root: Path,
    island: Path,
) -> None:
    """Play seeded seasons in which everything goes wrong that can, and look for anything lost, doubled or made up."""
    from engine.storm.faults import NAMES  # noqa: PLC0415 - keeps `nomic --help` fast

    quiet, left_out = _quiet(calm, only), frozenset(filter(None, skip.split(",")))
    choices = [_choice(number, ruleset, weeks, quiet, left_out) for number in range(seed, seed + seeds)]
    laws = {"credo": rules_on_disk.read(root), "island": rules_on_disk.read(island)}
    struck: Counter[str] = Counter()
    begin = time.monotonic()
    failed = 0
    with progress("seasons", seeds) as advance:
        for result in _results(choices, laws, jobs):
            struck.update(result.struck)
            advance()
            if each:
                click.echo(_line(result))
            if result.findings:
                failed += 1
                _report(result, laws, not no_shrink, ruleset is not None)
    for name in dict.fromkeys([*NAMES, *sorted(struck)]):
        click.echo(f"{struck[name]:>9}  {name}")
    click.echo(f"{seeds} seasons, {failed} with findings.")
    rate = seeds / (time.monotonic() - begin)
    click.echo(f"{rate:.1f} seeds a second.")
    raise SystemExit(1 if failed else 0)


def _quiet(calm: tuple[str, ...], only: tuple[str, ...]) -> frozenset[str]:
    """The faults that do not strike."""
    from engine.storm.faults import NAMES  # noqa: PLC0415 - keeps `nomic --help` fast

    unknown = sorted({*calm, *only} - {*NAMES, "all"})
    if unknown:
        raise click.UsageError(f"There is no fault {unknown[0]!r}. There are: {', '.join(NAMES)}.")
    every = frozenset(NAMES)
    return every - frozenset(only) if only else every if "all" in calm else frozenset(calm)


def _choice(seed: int, ruleset: str | None, weeks: int, calm: frozenset[str], skip: frozenset[str]) -> Choice:
    from engine.storm.season import Choice, choice_of  # noqa: PLC0415 - keeps `nomic --help` fast

    return Choice(seed, ruleset or choice_of(seed).ruleset, weeks, calm, skip)


def _results(choices: list[Choice], laws: dict[str, dict[str, str]], jobs: int) -> Iterator[Result]:
    """In the order of the seeds, whoever is done first."""
    play = partial(_play, laws)
    if jobs == 1:
        yield from map(play, choices)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(play, choices)


def _play(laws: dict[str, dict[str, str]], choice: Choice) -> Result:
    from engine.storm.run import run  # noqa: PLC0415 - keeps `nomic --help` fast

    return run(choice, laws[choice.ruleset])


def _line(result: Result) -> str:
    choice, strikes = result.choice, sum(result.struck.values())
    return f"seed {choice.seed}: {choice.ruleset}, {result.comments} comments, {strikes} strikes, ends as {result.digest[:16]}"


def _report(result: Result, laws: dict[str, dict[str, str]], shrink: bool, named: bool) -> None:
    from engine.storm.shrink import kinds, smallest  # noqa: PLC0415 - keeps `nomic --help` fast

    click.echo(f"seed {result.choice.seed}: {'; '.join(result.findings[:5])}")
    choice, sought = result.choice, kinds(result.findings)
    if shrink:
        choice = smallest(choice, lambda smaller: bool(sought & kinds(_play(laws, smaller).findings)))
        click.echo(f"  made small: {'; '.join(_play(laws, choice).findings[:3])}")
    click.echo(f"  again: {again(choice, named)}")


def again(choice: Choice, named: bool) -> str:
    """The command that plays exactly this season."""
    words = ["nomic", "storm", "--no-shrink", "--seeds", "1", "--seed", str(choice.seed), "--weeks", str(choice.weeks)]
    words += ["--ruleset", choice.ruleset] if named else []
    words += _faults(choice.calm)
    words += ["--skip", ",".join(sorted(choice.skip, key=_place))] if choice.skip else []
    return shlex.join(words)


def _faults(calm: frozenset[str]) -> list[str]:
    """The options that leave just the other faults: whatever is shorter."""
    from engine.storm.faults import NAMES  # noqa: PLC0415 - keeps `nomic --help` fast

    left = [name for name in NAMES if name not in calm]
    if not left:
        return ["--calm", "all"]
    option, names = ("--calm", sorted(calm)) if len(calm) <= len(left) else ("--only", left)
    return [word for name in names for word in (option, name)]


def _place(step: str) -> tuple[int, ...]:
    return tuple(int(part) for part in step.split("."))
