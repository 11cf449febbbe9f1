"""`python -m tests.storms.zoo [NAME...]`: plants every bug (or those with these words in their names) and prints what caught it.

`--healthy` runs the catchers without the bugs: none may find anything. `--hunt` looks for seeds that find the bugs.
`--keep` is for the tests: a name a line in, a line of JSON out.
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import asdict, replace

from tests.storms.zoo.bug import Bug, Seed
from tests.storms.zoo.bugs import BUGS
from tests.storms.zoo.keeper import planted

HUNTED = tuple((seed, weeks) for weeks in (3, 6, 12) for seed in range(8))


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
    """For each bug the first of some seeds whose season finds what the entry says, if there is one."""
    for bug in bugs:
        sees = bug.caught_by.sees if isinstance(bug.caught_by, Seed) else ""
        tried = (replace(bug, caught_by=Seed(seed, weeks, sees)) for seed, weeks in HUNTED)
        found = next(((one, verdict) for one in tried if (verdict := planted(one)).caught), None)
        print(f"{bug.name}: {found[0].caught_by}: {found[1].words}" if found else f"{bug.name}: none", flush=True)
    return 0


def keep() -> int:
    by_name = {bug.name: bug for bug in BUGS}
    for line in sys.stdin:
        print(json.dumps(asdict(planted(by_name[line.rstrip("\n")]))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
