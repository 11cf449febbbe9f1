"""Plays the cases of one door, each in a process of its own that may be killed: `python -m tests.hostile.batch DOOR [NAME]`.

Prints a line of JSON for each: what was wrong, the seconds of the processor it took, and the most memory in use, in
bytes, by it or by a process it started.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import traceback
from typing import Any

from engine.referee.judging.forked import spent
from tests.hostile import corpus, doors
from tests.hostile.answer import misses
from tests.pace import of_all
from tests.shares import share

ONE_IN = 14  # of a door's cases is played by `make test`
SECONDS = 60  # what hangs is killed here; what is merely slow is measured
ADDRESSES = 4_000_000_000


def main() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    door = sys.argv[1]
    doors.PREPARED.get(door, lambda: None)()
    for case in chosen(door, sys.argv[2:]):
        sys.stdout.write(json.dumps({"case": case.name, **alone(case)}) + "\n")
        sys.stdout.flush()


def chosen(door: str, names: list[str]) -> list[corpus.Case]:
    """The cases of these names; else some of the door's, or all (`make test-all`)."""
    return [case for case in corpus.cases(door) if case.name in names] if names else share(corpus.cases(door), ONE_IN)


def alone(case: corpus.Case) -> dict[str, Any]:
    """Plays a case in a fork of this process."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(out)
        signal.alarm(SECONDS)
        _send(into, _played(case))
        os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as pipe:
        said = pipe.read()
    _, status, usage = os.wait4(child, 0)
    ended = f"the process ended with {os.waitstatus_to_exitcode(status)}"
    played = json.loads(said) if status == 0 and said else {"misses": [ended], "seconds": 0.0}
    of_children = played.pop("of_children", 0)
    return {**played, "bytes": max(usage.ru_maxrss, of_children) * 1024}


def _played(case: corpus.Case) -> dict[str, Any]:
    begin = of_all()
    try:
        answer = doors.DOORS[case.door](case)
        found, took = misses(case, answer), answer.seconds
    except BaseException:  # Rust's panics are no Exception, and this is the outermost fence
        found, took = [traceback.format_exc()[-3_000:]], None
    seconds = round(of_all() - begin if took is None else took, 3)
    return {"misses": found, "seconds": seconds, "of_children": spent()[1]}


def _send(into: int, played: dict[str, Any]) -> None:
    with os.fdopen(into, "wb") as pipe:
        pipe.write(json.dumps(played).encode())


if __name__ == "__main__":
    main()
