"""`python -m tests.storms`: seasons under faults; one that finds something is made small, and prints the command that repeats it."""

from __future__ import annotations

import hashlib
import itertools
import multiprocessing
import shlex
import time
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial
from multiprocessing.pool import AsyncResult
from pathlib import Path

import click

from engine.cli import rules_on_disk
from engine.cli.progress import progress
from engine.referee.judging.sweeping import seldom
from tests.storms.faults import NAMES
from tests.storms.mood import EVEN
from tests.storms.run import Result, play_of
from tests.storms.season import Choice, choice_of, drawn
from tests.storms.shrink import kinds, smallest
from tests.storms.summary import Summary

AHEAD = 8  # seasons that are asked for before the first of them is told, for each process
HERE = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command(name="python -m tests.storms")
@click.option("--seeds", type=click.IntRange(1), default=20, help="How many seasons.")
@click.option("--seed", type=click.IntRange(0), default=0, help="The first of them.")
@click.option("--drawn-from", metavar="TEXT", help="Seeds are drawn from this, as a commit or a date, and not counted.")
@click.option("--minutes", type=click.FloatRange(0), help="Seasons are played for so long, however many --seeds.")
@click.option("--mischief", is_flag=True, help="Also hostile pull requests, floods, odd commits and rules of nonsense.")
@click.option("--upheaval", is_flag=True, help="Also laws drawn and adopted, crowds, rescues, corrections, pauses.")
@click.option(
    "--even", is_flag=True, help="Each season twelve weeks long and alike, as those are that tests have pinned."
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="How many processes.")
@click.option("--weeks", type=click.IntRange(1, 60), help="How long a season is; else its seed says it.")
@click.option("--ruleset", help="Only this: island, or one under rules/; else its seed says it.")
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
    drawn_from: str | None,
    minutes: float | None,
    mischief: bool,
    upheaval: bool,
    even: bool,
    jobs: int,
    weeks: int | None,
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
    laws = _laws(root, island)
    if ruleset is not None and ruleset not in laws:
        raise click.UsageError(f"There are no rules of {ruleset!r}. There are: {', '.join(sorted(laws))}.")
    quiet, left_out = _quiet(calm, only), frozenset(filter(None, skip.split(",")))
    numbers = _seeds(drawn_from, seed, seeds if minutes is None else None)
    choices = (_choice(number, laws, ruleset, weeks, even, mischief, upheaval, quiet, left_out) for number in numbers)
    summary, begin = Summary(), time.monotonic()
    with progress("seasons", seeds) as advance:
        for result in _results(choices, laws, jobs, None if minutes is None else begin + 60 * minutes):
            summary.add(result)
            advance()
            if each:
                click.echo(_line(result))
            if summary.is_wrong(result):
                _report(result, laws, not no_shrink, ruleset is not None)
    for line in summary.lines(time.monotonic() - begin):
        click.echo(line)
    raise SystemExit(1 if summary.failed else 0)


def _laws(root: Path, island: Path) -> dict[str, dict[str, str]]:
    """Ruleset -> the texts it is played by."""
    texts = rules_on_disk.read(root)
    return dict.fromkeys(rules_on_disk.rulesets(texts), texts) | {"island": rules_on_disk.read(island)}


def _seeds(drawn_from: str | None, first: int, count: int | None) -> Iterator[int]:
    """Numbers that follow each other, or that nobody has chosen."""
    for place in itertools.count() if count is None else range(count):
        words = f"{drawn_from}/{first + place}".encode()
        yield first + place if drawn_from is None else int(hashlib.sha256(words).hexdigest()[:10], 16)


def _quiet(calm: tuple[str, ...], only: tuple[str, ...]) -> frozenset[str]:
    """The faults that do not strike."""
    unknown = sorted({*calm, *only} - {*NAMES, "all"})
    if unknown:
        raise click.UsageError(f"There is no fault {unknown[0]!r}. There are: {', '.join(NAMES)}.")
    every = frozenset(NAMES)
    return every - frozenset(only) if only else every if "all" in calm else frozenset(calm)


def _choice(
    seed: int,
    rulesets: Collection[str],
    ruleset: str | None,
    weeks: int | None,
    even: bool,
    mischief: bool,
    upheaval: bool,
    calm: frozenset[str],
    skip: frozenset[str],
) -> Choice:
    choice = choice_of(seed) if even else drawn(seed, rulesets, mischief=mischief, upheaval=upheaval)
    return replace(choice, ruleset=ruleset or choice.ruleset, weeks=weeks or choice.weeks, calm=calm, skip=skip)


def _results(
    choices: Iterator[Choice], laws: dict[str, dict[str, str]], jobs: int, end: float | None
) -> Iterator[Result]:
    """In the order of the seeds, whoever is done first; none is begun after the `end`, by the monotonic clock."""
    in_time = itertools.takewhile(lambda _: end is None or time.monotonic() < end, choices)
    play = partial(play_of, laws)
    if jobs == 1:
        yield from map(play, in_time)
        return
    with multiprocessing.get_context("spawn").Pool(jobs, initializer=seldom) as pool:
        # A pool would draw endless seeds in advance: it gets a few more than it plays at once, and none has to wait for another.
        waiting: deque[AsyncResult[Result]] = deque()
        for choice in in_time:
            waiting.append(pool.apply_async(play, (choice,)))
            if len(waiting) >= AHEAD * jobs:
                yield waiting.popleft().get()
        while waiting:
            yield waiting.popleft().get()


def _line(result: Result) -> str:
    choice, strikes = result.choice, sum(result.struck.values())
    return f"seed {choice.seed}: {choice.ruleset}, {result.comments} comments, {strikes} strikes, ends as {result.digest[:16]}"


def _report(result: Result, laws: dict[str, dict[str, str]], shrink: bool, named: bool) -> None:
    click.echo(f"seed {result.choice.seed}: {'; '.join(result.findings[:5])}")
    choice, sought = result.choice, kinds(result.findings)
    if shrink:
        choice = smallest(choice, lambda smaller: bool(sought & kinds(play_of(laws, smaller).findings)))
        click.echo(f"  made small: {'; '.join(play_of(laws, choice).findings[:3])}")
    click.echo(f"  again: {again(choice, named)}")


def again(choice: Choice, named: bool) -> str:
    """The command that plays exactly this season."""
    words = [
        "python",
        "-m",
        "tests.storms",
        "--no-shrink",
        "--seeds",
        "1",
        "--seed",
        str(choice.seed),
        "--weeks",
        str(choice.weeks),
    ]
    words += ["--mischief"] if choice.mood.mischief else []
    words += ["--upheaval"] if choice.mood.upheaval else []
    words += ["--even"] if choice.mood == EVEN else []
    words += ["--ruleset", choice.ruleset] if named else []
    words += _faults(choice.calm)
    words += ["--skip", ",".join(sorted(choice.skip, key=_place))] if choice.skip else []
    return shlex.join(words)


def _faults(calm: frozenset[str]) -> list[str]:
    """The options that leave just the other faults: whatever is shorter."""
    left = [name for name in NAMES if name not in calm]
    if not left:
        return ["--calm", "all"]
    option, names = ("--calm", sorted(calm)) if len(calm) <= len(left) else ("--only", left)
    return [word for name in names for word in (option, name)]


def _place(step: str) -> tuple[int, ...]:
    return tuple(int(part) for part in step.split("."))


if __name__ == "__main__":
    command()
