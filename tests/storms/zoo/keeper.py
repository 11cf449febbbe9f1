"""Keeping: each bug is planted in a fork of this process, which dies with it; what is imported is imported once, before."""

from __future__ import annotations

import json
import os
import signal
import sys
from dataclasses import dataclass
from typing import NoReturn

# Imported before the forks, so that each need not do it.
import engine.cli.main
import engine.cli.wiring
import engine.forge.github  # noqa: F401
from tests.storms.zoo.bug import Bug
from tests.storms.zoo.catching import NotCaught, catch
from tests.storms.zoo.planting import CannotPlant

PATIENCE = 120  # seconds; no entry takes a tenth of it


@dataclass(frozen=True)
class Verdict:
    """`words` are those it was found by, or why it was not."""

    caught: bool
    words: str
    seconds: float


def planted(bug: Bug, healthy: bool = False) -> Verdict:
    """Plants the bug in a process of its own and lets its catcher loose; `healthy`: without the plant."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _be_the_child(bug, writing, healthy)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        told = pipe.read()
    _, status, used = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) == -signal.SIGALRM:
        told = json.dumps([False, f"{bug.caught_by} does not end"])
    caught, words = json.loads(told or '[false, "the process died"]')
    return Verdict(caught, words, round(used.ru_utime + used.ru_stime, 2))


def _be_the_child(bug: Bug, writing: int, healthy: bool) -> NoReturn:
    signal.alarm(PATIENCE)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        for made in () if healthy else bug.plants:
            made.make()
        told = [True, catch(bug.caught_by)]
    except (NotCaught, CannotPlant) as error:
        told = [False, str(error)]
    except BaseException as error:
        told = [False, f"the zoo itself failed: {error!r}"]
    os.write(writing, json.dumps(told).encode())
    os._exit(0)
