"""Plays the cases of one door, each in a process of its own that may be killed: `python -m tests.hostile.batch DOOR [NAME]`.

Prints a line of JSON for each: what was wrong, the seconds it took, and the most memory in use, in bytes, by it or by a
process it started.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
import traceback
from typing import Any

from tests.hostile import corpus, doors

SECONDS = 10  # what hangs is killed here; what is merely slow is measured
ADDRESSES = 4_000_000_000


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    door = sys.argv[1]
    doors.PREPARED.get(door, lambda: None)()
    for case in corpus.cases(door):
        if sys.argv[2:] in ([], [case.name]):
            sys.stdout.write(json.dumps({"case": case.name, **alone(case)}) + "\n")
            sys.stdout.flush()


def alone(case: corpus.Case) -> dict[str, Any]:
    """Plays a case in a fork of this process."""
    out, into = os.pipe()
    begin = time.perf_counter()
    child = os.fork()
    if child == 0:
        os.close(out)
        signal.alarm(SECONDS)
        _send(into, _misses(case))
        os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as pipe:
        said = pipe.read()
    _, status, usage = os.wait4(child, 0)
    took = time.perf_counter() - begin
    ended = f"the process ended with {os.waitstatus_to_exitcode(status)}"
    misses = json.loads(said) if status == 0 and said else [ended]
    return {"misses": misses, "seconds": round(took, 3), "bytes": usage.ru_maxrss * 1024}


def _misses(case: corpus.Case) -> list[str]:
    try:
        return doors.misses(case, doors.DOORS[case.door](case))
    except BaseException:  # Rust's panics are no Exception, and this is the outermost fence
        return [traceback.format_exc()[-3_000:]]


def _send(into: int, misses: list[str]) -> None:
    with os.fdopen(into, "wb") as pipe:
        pipe.write(json.dumps(misses).encode())


if __name__ == "__main__":
    main()
