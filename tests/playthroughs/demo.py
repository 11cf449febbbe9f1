"""The season of `nomic demo` as a newcomer sees it, played in surroundings unlike those it was blessed in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.nomic import COMMAND

NOMIC: Final = Path(sys.executable).parent / "nomic"
STORY: Final = Path(__file__).parent / "demo.txt"
HOME: Final = {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}
ABROAD: Final = {"PYTHONHASHSEED": "2", "TZ": "America/New_York", "LC_ALL": "C"}


def story(folder: Path, surroundings: dict[str, str]) -> str:
    """What is printed, without the folder's own name. Raises CalledProcessError."""
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin", **surroundings}
    command = [*COMMAND, "demo", "--keep", folder.name]
    told = subprocess.run(command, cwd=folder.parent, env=env, stdout=subprocess.PIPE, text=True, timeout=900, check=True)
    return told.stdout.replace(str(folder), "FOLDER").replace(str(NOMIC), "nomic")
