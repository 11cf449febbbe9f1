"""`python -m tests.storms.zoo [NAME...]`: plants every bug (or those with these words in their names) and prints what caught it.

`--healthy` runs the catchers without the bugs: none may find anything. `--hunt` looks for the first seed that finds
each bug that its own does not find, and writes it into the entry: for when seasons are drawn otherwise.
`--keep` is for the tests: a name a line in, a line of JSON out.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path

from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.bugs import BUGS
from tests.storms.zoo.keeper import planted

HUNTED = tuple((seed, weeks) for weeks, seeds in ((3, 10), (6, 10), (12, 60)) for seed in range(seeds))
SEED = re.compile(r"Seed\(\d+, \d+, ")


def main() -> int:
    given = argparse.ArgumentParser(prog="python -m tests.storms.zoo", description=__doc__)
    given.add_argument("names", nargs="*")
    for flag in ("--healthy", "--hunt", "--keep"):
        given.add_argument(flag, action="store_true")
    options = given.parse_args()
    bugs = [bug for bug in BUGS if not options.names or any(name in bug.name for name in options.names)]
    if options.keep:
        return keep()
    return hunt(bugs) if options.hunt else show(bugs, options.healthy)


def show(bugs: Iterable[Bug], healthy: bool) -> int:
    """One paragraph for each: its name, what happened, and what caught it."""
    wrong, seconds = 0, 0.0
    for bug in bugs:
        verdict = planted(bug, healthy)
        seconds += verdict.seconds
        wrong += verdict.caught == healthy
        said = ("FINDS SOMETHING" if verdict.caught else "finds nothing") if healthy else _said(verdict.caught)
        print(f"{bug.name}\n{textwrap.indent(textwrap.fill(bug.happened, 110), '    ')}")
        print(f"    {said} by {bug.caught_by} ({verdict.seconds:.1f} s)\n    {verdict.words}\n", flush=True)
    print(f"{wrong} wrong; {seconds:.0f} s of processor time")
    return 1 if wrong else 0


def _said(caught: bool) -> str:
    return "caught" if caught else "NOT CAUGHT"


def hunt(bugs: Iterable[Bug]) -> int:
    """Pins a new seed for each bug that its own does not find, as long as there is one among those looked at."""
    lost = 0
    for bug in bugs:
        old = bug.caught_by
        if isinstance(old, Named) or planted(bug).caught:
            continue
        tried = (replace(bug, caught_by=replace(old, seed=seed, weeks=weeks)) for seed, weeks in HUNTED)
        found = next((one.caught_by for one in tried if planted(one).caught and not planted(one, True).caught), None)
        lost += found is None
        print(f"{bug.name}: {found or 'NO SEED FINDS IT'}", flush=True)
        if isinstance(found, Seed):
            pin(bug, found)
    return 1 if lost else 0


def pin(bug: Bug, found: Seed) -> None:
    """Writes the seed into the entry: the first one behind the bug's name."""
    for path in sorted((Path(__file__).parent / "bugs").glob("*.py")):
        before, name, after = path.read_text().partition(f'"{bug.name}",')
        if name:
            path.write_text(before + name + SEED.sub(f"Seed({found.seed}, {found.weeks}, ", after, count=1))


def keep() -> int:
    by_name = {bug.name: bug for bug in BUGS}
    for line in sys.stdin:
        print(json.dumps(asdict(planted(by_name[line.rstrip("\n")]))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
