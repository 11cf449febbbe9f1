"""A Python taken out of Debian's packages into a folder of one's own, without installing anything: its own C library comes along.

apt finds and checks the packages with the mirror and the keys that this machine uses anyway, in lists of its own.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

SUITES = ("stable", "testing", "unstable")
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
WRAPPER = """#!/bin/sh
# Python under the linker and the libraries that it was built for; it believes that it is this file.
exec "{linker}" --library-path "{libraries}" --argv0 "$0" "{python}" "$@"
"""


def taken(version: str, folder: Path) -> Path | None:
    """The interpreter, below `folder`; None where there is no apt or Debian has no such Python (any more, or yet)."""
    root = folder / f"debian-{version}"
    found = root / "usr" / "bin" / f"python{version}"
    itself = found.with_name(f"{found.name}-itself")
    if itself.is_file():
        return found
    try:
        packages = _downloaded(f"python{version}-venv", folder / "apt")
        for package in packages:
            subprocess.run(["dpkg-deb", "-x", package, root], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return _wrapped(root, found, itself) if packages else None


def _downloaded(package: str, folder: Path) -> list[Path]:
    """The package and all that it needs, as files. Every version has a folder of its own."""
    configuration = _configured(folder)
    if configuration is None:
        return []
    debs = folder / package
    (debs / "partial").mkdir(parents=True, exist_ok=True)
    env = {**os.environ, "APT_CONFIG": str(configuration)}
    fetch = ["apt-get", "install", "-y", "--download-only", "--no-install-recommends", package]
    subprocess.run(["apt-get", "update"], env=env, check=True, capture_output=True)
    subprocess.run([*fetch, "-o", f"Dir::Cache::archives={debs}"], env=env, check=True, capture_output=True)
    return sorted(debs.glob("*.deb"))


def _configured(folder: Path) -> Path | None:
    """An apt that knows the suites of the mirror of this machine, and nothing that is installed here."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(LABEL)", "Created-By: Packages"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()
    mirrors = sorted({line.split(" ")[0] for line in told if line.endswith(" Debian")})
    if not mirrors:
        return None
    for name in ("state/lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "nothing-installed").write_text("")
    signed = f" [signed-by={KEYS}]" if KEYS.is_file() else ""
    (folder / "sources").write_text("".join(f"deb{signed} {mirrors[0]} {suite} main\n" for suite in SUITES))
    settings = {
        "Dir::State": folder / "state",
        "Dir::State::status": folder / "nothing-installed",
        "Dir::Cache": folder / "cache",
        "Dir::Etc::sourcelist": folder / "sources",
        "Dir::Etc::sourceparts": "/dev/null",
    }
    configuration = folder / "apt.conf"
    configuration.write_text("".join(f'{name} "{value}";\n' for name, value in settings.items()))
    return configuration


def _wrapped(root: Path, python: Path, itself: Path) -> Path | None:
    """The wrapper takes the place of the interpreter: a Python finds its library by the folder it believes to be in."""
    linker = next(root.glob("usr/lib/*/ld-linux*.so.*"), None)
    if linker is None or not python.is_file():
        return None
    python.rename(itself)
    python.write_text(WRAPPER.format(linker=linker, libraries=linker.parent, python=itself))
    python.chmod(0o755)
    return python
