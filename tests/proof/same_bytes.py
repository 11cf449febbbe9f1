"""`python -m tests.proof.same_bytes [NAME...]`: plays the blessed games, or those, and prints the hash of everything that came of them.

What is printed hangs on the transcripts alone: not on the Python, the seed of its hashes, the time zone or the locale.
"""

from __future__ import annotations

import hashlib
import json
import locale
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.playthroughs.transcript import HERE, outcome, played

GAMES = sorted(HERE.glob("*.yaml"))


def hashes(games: Sequence[Path]) -> dict[str, str]:
    """`credo_winter/journal.yaml` -> SHA-256, of each text that is blessed."""
    return {
        f"{path.stem}/{name}": hashlib.sha256(text.encode()).hexdigest()
        for path in games
        for name, text in outcome(played(path)[0]).items()
    }


def surroundings() -> dict[str, str]:
    """What this process was started in, as it sees it: sets differ, noon is at another hour, and letters sort otherwise."""
    try:
        told = locale.setlocale(locale.LC_ALL, "")
    except locale.Error:
        told = "none such here"
    order = "".join({chr(n) for n in range(97, 123)})
    return {"locale": told, "zone": time.strftime("%H:%M", time.localtime(0)), "order of a set": order}


if __name__ == "__main__":
    print(
        json.dumps(
            {
                "surroundings": surroundings(),
                "hashes": hashes([path for path in GAMES if path.stem in (sys.argv[1:] or [path.stem])]),
            }
        )
    )
