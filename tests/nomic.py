"""`python tests/nomic.py ...`: the command, which begins its games with the rules that tests read, whatever is played here."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMAND = [sys.executable, str(Path(__file__))]


def main() -> None:
    sys.argv[0] = str(Path(sys.executable).parent / "nomic")  # as it calls itself
    sys.path[0] = str(ROOT)  # else the folder of this file, where other names mean other things
    from engine.cli.main import main as nomic  # noqa: PLC0415 - after the path is right
    from engine.template import shipped  # noqa: PLC0415
    from tests.pinned import rules  # noqa: PLC0415

    shipped.RULES = rules()
    nomic()


if __name__ == "__main__":
    main()
