"""A copy of the last commit with an environment of its own, in which one file at a time is changed and tests are asked."""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.mutants.drawn import mutated
from tests.mutants.mutant import Mutant

# So long may the tests of one stage take on a busy machine; a mutant that runs on is noticed, too.
LONGEST: Final = 1_800  # seconds
# Where the tests of the four rooms are, and those that play through them. What needs a browser, a server or a runner is left out.
FOLDERS: Final = (
    *("law", "store", "game", "referee", "properties", "rulesets", "playthroughs", "hostile", "proof"),
    *("edge", "doctor", "newgame", "cli"),
)


class Ground:
    """One such copy. `judged` says which stage of the tests noticed a mutant, if any did."""

    def __init__(self, root: Path, place: Path) -> None:
        self.place = place
        subprocess.run(["git", "clone", "--quiet", "--local", str(root), str(place)], check=True)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place / ".venv")], check=True)
        packages = next((place / ".venv" / "lib").glob("python3*")) / "site-packages"
        # What is installed is shared; the engine is this copy's, also in children that see no environment.
        here = [path for path in site.getsitepackages() if path.endswith("site-packages")]
        (packages / "ground.pth").write_text("\n".join([str(place), *here]) + "\n")
        for name in ("nomic", "ruff", "zizmor", "check-jsonschema", "act"):
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

    def judged(self, mutant: Mutant) -> tuple[str, str]:
        """The stage that noticed it and what it said, or two empty texts: it lives."""
        file = self.place / mutant.path
        before = file.read_text()
        file.write_text(mutated(self.place, mutant))
        try:
            stage, noticed = self._first_notice(mutant)
        finally:
            file.write_text(before)
        test = noticed.split(" - ")[0].partition(" ")[2]
        if test and self._noticed([test]):
            raise RuntimeError(f"{test} fails here without any mutant, too: this copy can judge nothing")
        return stage, noticed

    def _first_notice(self, mutant: Mutant) -> tuple[str, str]:
        for stage, tests in self._stages(mutant).items():
            noticed = self._noticed(tests)
            if noticed:
                return stage, noticed
        return "", ""

    def _stages(self, mutant: Mutant) -> dict[str, list[str]]:
        """Those that name the module, those of its room, all others; a mutant seldom outlives the first."""
        tests = self.place / "tests"
        every = [file for folder in FOLDERS for file in sorted((tests / folder).rglob("test_*.py"))]
        stem = mutant.module.rsplit(".", 1)[-1]
        near = [file for file in every if file.stem == f"test_{stem}" or mutant.module in file.read_text()]
        room = [file for file in every if file not in near and file.relative_to(tests).parts[0] == mutant.room]
        far = [file for file in every if file not in near and file not in room]
        return {"near": [*map(str, near)], "room": [*map(str, room)], "far": [*map(str, far)]}

    def _noticed(self, tests: list[str]) -> str:
        if not tests:
            return ""
        command = [self.python, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                command, cwd=self.place, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False
            )
        except subprocess.TimeoutExpired:
            return "no end"
        if done.returncode == 0:
            return ""
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return (failed or [f"exit {done.returncode}"])[0]
