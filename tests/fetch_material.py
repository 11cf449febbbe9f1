"""Fetches the third-party material some tests read: GitHub's OpenAPI description and its sample payloads.

`python -m tests.fetch_material` fills the cache; the tests that need it do so themselves. It is kept outside the tree and
never committed: in $NOMIC_MATERIAL, else $XDG_CACHE_HOME/nomic-engine, else ~/.cache/nomic-engine. Needs npm, which knows
where its packages come from. Versions and SHA-256 are pinned: other bytes are refused.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 120  # seconds for one package


class NotFetched(Exception):
    """The material is not there and could not be had; the text is the reason to skip."""


@dataclass(frozen=True)
class Material:
    """`package@version` from npm, of which the files that begin with `wanted` are kept in a folder of this name."""

    name: str
    package: str
    version: str
    sha256: str
    wanted: tuple[str, ...]


OPENAPI = Material(
    "openapi",
    "@octokit/openapi",
    "23.0.2",
    "71a18407dd5e8464f4e0525daf03deabbe65abd9287d6adc7b5d98f516cd0d0c",
    ("package/LICENSE", "package/generated/api.github.com.json"),
)
EXAMPLES = Material(
    "webhooks-examples",
    "@octokit/webhooks-examples",
    "7.6.1",
    "89e6cb1c6345d32e3dd775617fa54effbdc26c859e514898d7728e95e9738280",
    ("package/",),
)
EVERYTHING = (OPENAPI, EXAMPLES)


def cache() -> Path:
    named = os.environ.get("NOMIC_MATERIAL")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "nomic-engine"


def have(material: Material) -> Path:
    """The folder of the material, fetched if it is not there. Raises NotFetched."""
    folder = cache() / material.name
    if is_in(folder, material):
        return folder
    npm = shutil.which("npm")
    if npm is None:
        raise NotFetched(f"{material.package} is not in {cache()}, and there is no npm to fetch it")
    cache().mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache()) as work:
        unpacked = Path(work) / "unpacked"
        unpack(pack(npm, material, Path(work)), material, unpacked)
        put_in_place(unpacked, folder, material)
    return folder


def is_in(folder: Path, material: Material) -> bool:
    stamp = folder / "FETCHED"
    return stamp.is_file() and stamp.read_text() == material.sha256


def pack(npm: str, material: Material, work: Path) -> Path:
    """The package's archive, its bytes checked."""
    command = [npm, "pack", "--silent", "--pack-destination", str(work), f"{material.package}@{material.version}"]
    try:
        subprocess.run(command, cwd=work, capture_output=True, check=True, timeout=PATIENCE)
    except (subprocess.SubprocessError, OSError) as error:
        raise NotFetched(f"npm could not fetch {material.package} ({type(error).__name__})") from error
    archive = next(work.glob("*.tgz"))
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != material.sha256:
        raise NotFetched(f"{material.package}@{material.version} has other bytes than expected ({found})")
    return archive


def unpack(archive: Path, material: Material, folder: Path) -> None:
    """Writes the wanted files without the package's own first folder."""
    with tarfile.open(archive) as tar:
        for member in tar:
            content = tar.extractfile(member) if member.isfile() else None
            if content is not None and member.name.startswith(material.wanted) and ".." not in member.name:
                place = folder / Path(member.name).relative_to("package")
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content.read())
    (folder / "FETCHED").write_text(material.sha256)


def put_in_place(unpacked: Path, folder: Path, material: Material) -> None:
    """Whole or not at all, also when two processes fetch at once: the first one's stays."""
    if folder.is_dir() and not is_in(folder, material):
        shutil.rmtree(folder, ignore_errors=True)
    try:
        unpacked.rename(folder)
    except OSError:
        if not is_in(folder, material):
            raise


def main() -> int:
    for material in EVERYTHING:
        try:
            print(f"{material.package} {material.version}: {have(material)}")
        except NotFetched as reason:
            print(reason, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
