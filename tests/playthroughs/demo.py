"""The season of `nomic demo` as a newcomer sees it, played in surroundings unlike those it was blessed in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

from ruamel.yaml import YAML

from tests.nomic import COMMAND
from tests.pinned import rules

NOMIC: Final = Path(sys.executable).parent / "nomic"
STORY: Final = Path(__file__).parent / "demo.txt"
SEASON: Final = rules() / "seasons" / "credo.yaml"
HOME: Final = {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}
ABROAD: Final = {"PYTHONHASHSEED": "2", "TZ": "America/New_York", "LC_ALL": "C"}


def begun(folder: Path, surroundings: dict[str, str], scenes: int) -> tuple[str, str]:
    """(told, blessed) of so many scenes, without what is said in the end."""
    yaml = YAML(typ="safe", pure=True)
    season = yaml.load(SEASON)
    after = season["when"][scenes]["story"]
    cut = folder.parent / "season.yaml"
    yaml.dump({**season, "when": season["when"][:scenes]}, cut)
    told = story(folder, surroundings, cut).partition("\nHow things stand")[0]
    blessed = STORY.read_text(encoding="utf-8")
    return told, blessed[: blessed.rindex("\n", 0, blessed.index(f"  {after}\n"))]


def story(folder: Path, surroundings: dict[str, str], season: Path | None = None) -> str:
    """What is printed, without the folder's own name. Raises CalledProcessError."""
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin", **surroundings}
    command = [*COMMAND, "demo", "--keep", folder.name, *(["--season", str(season)] if season else [])]
    told = subprocess.run(command, cwd=folder.parent, env=env, stdout=subprocess.PIPE, text=True, timeout=900, check=True)
    return told.stdout.replace(str(folder), "FOLDER").replace(str(NOMIC), "nomic")
