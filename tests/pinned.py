"""The rulesets that tests read: those that the game here began with, whatever its players have adopted since."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from functools import lru_cache
from pathlib import Path

from engine.store import canon

ROOT = Path(__file__).parents[1]
NOTES = "state/engine.yaml"


def is_played(root: Path = ROOT) -> bool:
    """Whether the first pass was made: then state/ and the rules in force are the players' matter."""
    return (root / NOTES).is_file() and not canon.read((root / NOTES).read_text()).get("waits")


@lru_cache
def rules(root: Path = ROOT) -> Path:
    """The folder of the rulesets. While a game is played here, as they were when its first commit brought its state."""
    if not is_played(root):
        return root / "rules"
    came = _git(root, "log", "--diff-filter=A", "--format=%H", "--", NOTES).decode().split()
    if not came:
        raise RuntimeError(
            f"{root} holds too little history to tell what the game began with: `git fetch --unshallow`."
        )
    folder = Path(tempfile.mkdtemp(prefix="nomic-rules-"))
    with tarfile.open(fileobj=io.BytesIO(_git(root, "archive", came[-1], "rules"))) as archive:
        archive.extractall(folder, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    return folder / "rules"


def _git(root: Path, *words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=root, capture_output=True, check=True).stdout
