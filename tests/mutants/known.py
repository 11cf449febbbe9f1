"""Which tests run which lines: found by one run of all of them under coverage.py, and kept for as long as the engine is the same."""

from __future__ import annotations

import json
import os
import subprocess
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from coverage import CoverageData

# Where the tests of the four rooms are, and those that play through them. What needs a browser, a server or a runner is left out.
FOLDERS: Final = (
    *("law", "store", "game", "referee", "properties", "rulesets", "playthroughs", "hostile", "proof"),
    *("edge", "doctor", "newgame", "cli", "site"),
)
Lines = dict[str, dict[str, int]]  # path -> line -> the number of a group of tests


class Known:
    """`seconds` of each test by its id, and the tests of each line of a file."""

    def __init__(self, lines: Lines, groups: list[list[int]], seconds: dict[str, float]) -> None:
        self.lines, self.groups, self.seconds = lines, groups, seconds
        self.names = sorted(seconds)

    def taken(self, asked: str) -> float:
        """The seconds of a test, or of all in a file or folder."""
        return sum(
            took for test, took in self.seconds.items() if test == asked or test.startswith((f"{asked}::", f"{asked}/"))
        )

    def tests(self, path: str, lines: Iterable[int]) -> list[str]:
        """The tests that run one of these lines, the quickest first."""
        of_file = self.lines.get(path, {})
        groups = {of_file[str(line)] for line in lines if str(line) in of_file}
        found = {self.names[number] for group in groups for number in self.groups[group]}
        return sorted(found, key=lambda test: (self.seconds[test], test))


def known(python: str, place: Path, kept: Path) -> Known:
    """What is kept of that commit, or what a run in that copy now finds, which takes as long as the tests twice."""
    if not kept.is_file():
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps(_run(python, place)))
    return Known(*json.loads(kept.read_text()))


def _run(python: str, place: Path) -> tuple[Lines, list[list[int]], dict[str, float]]:
    command = [python, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "-p", "no:cacheprovider"]
    command += ["--cov=engine", "--cov-context=test", "--cov-report=", "--junitxml=tests.xml"]
    command += [f"tests/{folder}" for folder in FOLDERS]
    done = subprocess.run(command, cwd=place, env=quiet(), check=False, capture_output=True, text=True)
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    print("\n".join([f"{len(failed)} tests are left out, as they fail where lines are watched.", *failed]), flush=True)
    seconds = _seconds(place / "tests.xml")
    return *_lines(place, {test: number for number, test in enumerate(sorted(seconds))}), seconds


def quiet() -> dict[str, str]:
    """The environment of a run whose source changes from one second to the next: nothing compiled is kept."""
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


def _lines(place: Path, numbers: Mapping[str, int]) -> tuple[Lines, list[list[int]]]:
    """The group of tests of each line, and the tests of each group by their numbers: many lines are run by the same."""
    data = CoverageData(str(place / ".coverage"))
    data.read()
    groups: dict[tuple[int, ...], int] = {(): 0}
    found: Lines = {}
    for file in data.measured_files():
        of_file = found[Path(file).relative_to(place).as_posix()] = {}
        for line, contexts in data.contexts_by_lineno(file).items():
            tests = {context.rpartition("|")[0] for context in contexts}
            group = tuple(sorted(numbers[test] for test in tests if test in numbers))
            of_file[str(line)] = groups.setdefault(group, len(groups))
    return found, [[*group] for group in groups]


def _seconds(report: Path) -> dict[str, float]:
    """Of those that passed: what measures its own speed may fail where lines are watched, and can tell nothing of a mutant."""
    taken: dict[str, float] = defaultdict(float)
    for case in ElementTree.parse(report).iter("testcase"):
        file = case.attrib["classname"].replace(".", "/") + ".py"
        if not [*case]:  # neither failed nor skipped
            taken[f"{file}::{case.attrib['name']}"] += float(case.attrib["time"])
    return taken
