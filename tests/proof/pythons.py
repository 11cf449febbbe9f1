"""`make test-pythons [WHOLE=1] [ONLY="3.13 3.14"]`: the tests on every Python that the engine is for, each in an environment of its own.

A Python is taken from the path, from pyenv's folder, or out of Debian's packages. Everything is kept in `.pythons/`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.proof import debian_python

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".pythons"
SAME_BYTES = ["tests/game", "tests/law", "tests/store", "tests/rulesets", "tests/playthroughs", "tests/proof"]
WHOLE = ["tests"]
# The pip that comes with Debian's Python 3.11 ends in an error where it is to install for 3.12 and later.
PIP = "pip==26.3 --hash=sha256:f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13"


def main() -> int:
    paths = WHOLE if os.environ.get("WHOLE") else SAME_BYTES
    wanted = os.environ.get("ONLY", "").split() or VERSIONS
    outcomes = {version: _outcome(version, paths) for version in wanted}
    print("\n".join(f"Python {version}: {told}" for version, (_, told) in outcomes.items()))
    present = f"{sys.version_info.major}.{sys.version_info.minor}"
    if not any(ran for version, (ran, _) in outcomes.items() if version != present):
        print("No Python but the present one could be had: nothing was compared.", file=sys.stderr)
        return 1
    return 1 if any(told == "failed" for _, told in outcomes.values()) else 0


def _outcome(version: str, paths: list[str]) -> tuple[bool, str]:
    """(whether it ran, what came of it in a line)."""
    interpreter = found(version)
    if interpreter is None:
        return False, "not run: none is on the path, in pyenv's folder or in Debian's packages"
    python = _environment(version, interpreter)
    if python is None:
        return False, "not run: what the engine needs could not be installed for it"
    full = subprocess.run([python, "-c", "import platform; print(platform.python_version())"], capture_output=True)
    exact = full.stdout.decode().strip()
    print(f"Python {exact}", flush=True)
    compiled = [python, "-W", "error", "-m", "compileall", "-q", "-f", "engine", "tests"]
    tested = [python, "-m", "pytest", "-n", "2", "--dist", "worksteal", *paths]
    passed = all(subprocess.run(command, cwd=ROOT, check=False).returncode == 0 for command in (compiled, tested))
    return True, f"passed ({exact})" if passed else "failed"


def found(version: str) -> Path | None:
    """An interpreter of that version which runs; shims that lead nowhere are passed over."""
    return next((path for path in _candidates(version) if _runs(path, version)), None)


def _candidates(version: str) -> Iterator[Path]:
    on_path = shutil.which(f"python{version}")
    if on_path:
        yield Path(on_path)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"), reverse=True)
    debian = debian_python.taken(version, KEPT)
    if debian:
        yield debian


def _runs(path: Path, version: str) -> bool:
    asked = "import ssl, venv, zoneinfo, sys; print('%d.%d' % sys.version_info[:2])"
    done = subprocess.run([path, "-c", asked], capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.strip() == version


def _environment(version: str, interpreter: Path) -> Path | None:
    """The Python of an environment with everything that requirements.lock pins; made again when that changes."""
    folder = KEPT / version
    python, stamp = folder / "bin" / "python", folder / "installed"
    wanted = f"{interpreter} {hashlib.sha256((ROOT / 'requirements.lock').read_bytes()).hexdigest()}"
    if stamp.is_file() and stamp.read_text() == wanted:
        return python
    KEPT.mkdir(exist_ok=True)
    (KEPT / "pip.txt").write_text(PIP)
    pip, quietly = KEPT / "pip", ["install", "--quiet", "--quiet"]
    install = [sys.executable, str(pip / "pip"), "--python", str(python), *quietly]
    commands: list[list[str]] = [
        [sys.executable, "-m", "pip", *quietly, "--upgrade", "--target", str(pip), "-r", str(KEPT / "pip.txt")],
        [str(interpreter), "-m", "venv", "--clear", "--without-pip", str(folder)],
        [*install, "--require-hashes", "--no-deps", "-r", "requirements.lock"],
        [*install, "--no-deps", "--no-build-isolation", "--editable", "."],
    ]
    env = {**os.environ, "PYTHONWARNINGS": "ignore"}  # of pip's own code
    if any(subprocess.run(command, cwd=ROOT, env=env, check=False).returncode for command in commands):
        return None
    stamp.write_text(wanted)
    return python


if __name__ == "__main__":
    raise SystemExit(main())
