"""Cases that must be found wrong, planted in a process of the size that the corpus is played in: `python -m tests.hostile.planted`.

Prints a line of JSON for each, as the batch does.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

from tests.hostile import batch, doors
from tests.hostile.answer import Answer
from tests.hostile.corpus import Case

REFUSED = {"refused": "unknown_command", "saying": "/help"}
MUST = {"nothing of what must be shown": {"inert": "done", "shows": "Hello"}}
BYTES = 256_000_000
LARGE = f"x = bytearray({BYTES})\nx[::4096] = x[::4096]"


def right() -> Answer:
    return Answer(refused="unknown_command", says="All commands: `/help`.")


def burn(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def fail() -> Answer:
    raise KeyError("nobody")


def die() -> Answer:
    os.kill(os.getpid(), signal.SIGKILL)
    return right()


def leave() -> Answer:
    os._exit(0)


def slow_elsewhere() -> Answer:
    burn(1.05)
    subprocess.run([sys.executable, "-c", "from tests.hostile.planted import burn; burn(1.05)"], check=True)
    return right()


def large() -> Answer:
    exec(LARGE, {})
    return right()


def large_elsewhere() -> Answer:
    subprocess.run([sys.executable, "-c", LARGE], check=True)
    return right()


def hang() -> Answer:
    time.sleep(600)
    return right()


PLANTED = {
    "what it must be": right,
    "another code": lambda: Answer(refused="argument", says="/help"),
    "another word": lambda: Answer(refused="unknown_command", says="No."),
    "no refusal": lambda: Answer(inert="done"),
    "an offence beside it": lambda: Answer(refused="unknown_command", says="/help", wrong=["a mention of @stranger"]),
    "nothing of what must be shown": lambda: Answer(inert="done", shown=["Bye"]),
    "an error": fail,
    "a death": die,
    "an end without an answer": leave,
    "seconds of its own and of a process it starts": slow_elsewhere,
    "memory of its own": large,
    "memory of a process it starts": large_elsewhere,
    "a sleep": hang,
}


def main() -> None:
    for name, play in PLANTED.items():
        doors.DOORS["planted"] = lambda case, play=play: play()
        batch.SECONDS = 1 if play is hang else 60
        case = Case("planted", name, {}, MUST.get(name, REFUSED))
        sys.stdout.write(json.dumps({"case": name, **batch.alone(case)}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
