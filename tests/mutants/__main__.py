"""`python -m tests.mutants`: draws mutants by a seed, asks the tests about each, and names those that live."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Final

import click

from engine.store import canon
from tests.mutants.drawn import drawn, mutated
from tests.mutants.ground import Ground
from tests.mutants.known import Known, known
from tests.mutants.mutant import Mutant, difference

ROOT: Final = Path(__file__).parents[2]
# Those that change nothing anybody could see, each with its reason.
ALIKE: Final = Path(__file__).parent / "alike.yaml"
# Which tests run which lines, found once for each state of the engine.
KEPT: Final = ROOT / ".mutants"
GOAL: Final = 0.9
FROZEN, THAWED = "frozen=True", "frozen=False"
Change = tuple[str, str]  # the line as it is, and what it becomes


@click.command()
@click.option("--count", type=click.IntRange(1), default=100, help="How many mutants.")
@click.option("--seed", type=int, help="They are drawn by this; else by the clock.")
@click.option("--jobs", type=click.IntRange(1, 16), default=2, help="How many at once.")
@click.option("--list", "only_list", is_flag=True, help="Only say which.")
def main(count: int, seed: int | None, jobs: int, *, only_list: bool) -> None:
    """Do the tests notice a change of one place of the pure rooms? At least nine of ten must be noticed."""
    if _git("status", "--porcelain", "engine"):
        raise click.ClickException(
            "engine/ has changes that are not committed, and mutants are tried on the last commit."
        )
    seed = int(time.time()) if seed is None else seed
    mutants = drawn(ROOT, count, seed)
    changes = {each: difference((ROOT / each.path).read_text(), mutated(ROOT, each)) for each in mutants}
    click.echo(f"{len(mutants)} mutants, drawn by {seed}.")
    if only_list:
        for mutant in mutants:
            click.echo("\n".join(shown(mutant, changes[mutant])))
        return
    with tempfile.TemporaryDirectory(prefix="nomic-mutants-") as place:
        grounds = [Ground(ROOT, Path(place, str(number))) for number in range(jobs)]
        tests = known(grounds[0].python, grounds[0].place, KEPT / f"{_git('rev-parse', 'HEAD:engine')}.json")
        lives = sum(told(mutant, changes[mutant], noticed) for mutant, noticed in judged(mutants, grounds, tests))
    share = 1 - lives / len(mutants)
    click.echo(f"{lives} of {len(mutants)} live: {share:.0%} were noticed or change nothing.")
    sys.exit(share < GOAL)


def judged(mutants: list[Mutant], grounds: list[Ground], tests: Known) -> Iterator[tuple[Mutant, str]]:
    """Each as soon as its tests have spoken."""
    free: Queue[Ground] = Queue()
    for ground in grounds:
        free.put(ground)

    def judge(mutant: Mutant) -> tuple[Mutant, str]:
        ground = free.get()
        try:
            return mutant, ground.judged(mutant, tests)
        finally:
            free.put(ground)

    with ThreadPoolExecutor(len(grounds)) as pool:
        yield from pool.map(judge, mutants)


def told(mutant: Mutant, change: Change, noticed: str) -> bool:
    """Says what became of it; whether it lives and is not known to change nothing."""
    reason = "" if noticed else reason_of(mutant, change)
    fate = f"noticed: {noticed[:200]}" if noticed else f"changes nothing: {reason}" if reason else "LIVES"
    click.echo("\n".join([*shown(mutant, change), f"    {fate}"]))
    return not noticed and not reason


def shown(mutant: Mutant, change: Change) -> list[str]:
    return [f"{mutant.path}:{mutant.place[0]}", f"  - {change[0]}", f"  + {change[1]}"]


def reason_of(mutant: Mutant, change: Change) -> str:
    """Why it is known to change nothing, or an empty text."""
    if change[0].replace(FROZEN, THAWED) == change[1]:
        return "mypy sees to it that nobody writes to a frozen value; of a key without a hash the tests would know"
    every = canon.read(ALIKE.read_text()).get(mutant.path, [])
    found = (each for each in every if (each["line"], each.get("becomes", change[1])) == change)
    return next((str(each["why"]) for each in found), "")


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    main()
