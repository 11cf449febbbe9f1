"""`python -m tests.proof.same_bytes NAME`: plays the blessed game of this name, and prints everything that came of it.

What is printed hangs on the transcript alone: not on the Python, the seed of its hashes, the time zone or the locale.
"""

from __future__ import annotations

import json
import locale
import sys
import time

from tests.playthroughs.transcript import HERE, outcome, played


def surroundings() -> dict[str, str]:
    """What this process was started in, as it sees it: sets differ, noon is at another hour, and letters sort otherwise."""
    try:
        told = locale.setlocale(locale.LC_ALL, "")
    except locale.Error:
        told = "none such here"
    order = "".join({chr(n) for n in range(97, 123)})
    return {"locale": told, "zone": time.strftime("%H:%M", time.localtime(0)), "order of a set": order}


if __name__ == "__main__":
    stage, wrong = played(HERE / f"{sys.argv[1]}.yaml")
    print(json.dumps({"surroundings": surroundings(), "wrong": wrong, "texts": outcome(stage)}))
