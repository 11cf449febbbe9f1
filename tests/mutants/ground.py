"""A copy of the last commit with an environment of its own, in which one file at a time is changed and tests are asked."""

from __future__ import annotations

import shutil
import site
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.mutants.asked import PLACE
from tests.mutants.drawn import mutated
from tests.mutants.known import Known, quiet
from tests.mutants.mutant import Mutant, lines_to_ask

# A mutant that runs on for so much longer than its tests take is noticed, too.
AT_LEAST: Final = 120  # seconds
TIMES: Final = 5
# Of the tests that run a line, the quickest that take so long together, by the clock of the run that found them.
ENOUGH: Final = 240.0  # seconds
# Games and seasons that must come out to the byte as they did.
BLESSED: Final = ("tests/proof/test_same_bytes.py", "tests/storms/test_seasons.py")
MOST_ASIDE: Final = 5  # tests that fail without any mutant
NO_TESTS: Final = 5  # pytest's exit code
COMMANDS: Final = ("nomic", "ruff", "zizmor", "check-jsonschema", "act")


class Ground:
    """One such copy. `judged` says which test noticed a mutant, if any did."""

    def __init__(self, root: Path, place: Path) -> None:
        self.place = place
        self.aside: set[str] = set()
        subprocess.run(["git", "clone", "--quiet", "--local", str(root), str(place)], check=True)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place / ".venv")], check=True)
        packages = next((place / ".venv" / "lib").glob("python3*")) / "site-packages"
        # What is installed is shared; the engine is this copy's, also in children that see no environment.
        here = [path for path in site.getsitepackages() if path.endswith("site-packages")]
        (packages / "ground.pth").write_text("\n".join([str(place), *here]) + "\n")
        for name in COMMANDS:
            found = Path(sys.executable).parent / name
            if found.is_file():
                self._install(found)
        self.python = str(place / ".venv" / "bin" / "python")

    def _install(self, command: Path) -> None:
        copied = self.place / ".venv" / "bin" / command.name
        shutil.copy(command, copied)
        first, _, rest = command.read_bytes().partition(b"\n")
        if first.startswith(b"#!") and b"python" in first:
            copied.write_bytes(f"#!{self.place}/.venv/bin/python\n".encode() + rest)

    def judged(self, mutant: Mutant, known: Known) -> str:
        """What the test that noticed it said, or an empty text: it lives."""
        while True:
            noticed = self._tried(mutant, known)
            word, _, test = noticed.split(" - ")[0].partition(" ")
            if word != "FAILED" or not self._noticed([test], known):
                return noticed
            self._put_aside(test)

    def _tried(self, mutant: Mutant, known: Known) -> str:
        file = self.place / mutant.path
        before = file.read_text()
        tests = self._asked(mutant, known, before)
        file.write_text(mutated(self.place, mutant))
        try:
            return next((found for some in tests if (found := self._noticed(some, known))), "")
        finally:
            file.write_text(before)

    def _put_aside(self, test: str) -> None:
        """Of a test that fails without any mutant too nothing is learnt; of a copy in which many do neither."""
        if len(self.aside) == MOST_ASIDE:
            raise RuntimeError(f"{test} fails here without any mutant, as do {', '.join(sorted(self.aside))}")
        self.aside.add(test)
        print(f"{test} fails here without any mutant, too, and is asked no more.", flush=True)

    def _asked(self, mutant: Mutant, known: Known, text: str) -> list[list[str]]:
        """The files near it, then the tests elsewhere that run it; for what only an import runs, all of its room. Then the blessed games."""
        near = sorted(self._near(mutant))
        ran = known.tests(mutant.path, lines_to_ask(text, mutant.place))
        if not ran:
            return [near, [f"tests/{mutant.room}"], [*BLESSED]]
        others, taken = [], 0.0
        for test in ran:
            taken += known.seconds[test]
            if taken < ENOUGH and test.partition("::")[0] not in near:
                others.append(test)
        return [near, others, [*BLESSED]]

    def _near(self, mutant: Mutant) -> set[str]:
        """The test files that name its module, and the one of its name."""
        stem = mutant.module.rsplit(".", 1)[-1]
        return {
            file.relative_to(self.place).as_posix()
            for file in (self.place / "tests").rglob("test_*.py")
            if file.stem == f"test_{stem}" or mutant.is_named_in(file.read_text())
        }

    def _noticed(self, tests: list[str], known: Known) -> str:
        """What the first failing test of these said; they are ids, or files and folders."""
        if not tests:
            return ""
        command = [self.python, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider"]
        environment = quiet()
        command += [f"--deselect={test}" for test in sorted(self.aside)]
        if "::" in tests[0]:
            listed = self.place / "asked.txt"
            listed.write_text("\n".join(tests))
            environment[PLACE] = str(listed)
            command += ["-p", "tests.mutants.asked"]
        command += sorted({test.partition("::")[0] for test in tests})
        patience = AT_LEAST + TIMES * sum(known.taken(test) for test in tests)
        try:
            done = subprocess.run(
                command, cwd=self.place, env=environment, capture_output=True, text=True, timeout=patience, check=False
            )
        except subprocess.TimeoutExpired:
            return "no end"
        if done.returncode in (0, NO_TESTS):
            return ""
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return (failed or [f"exit {done.returncode}"])[0]
