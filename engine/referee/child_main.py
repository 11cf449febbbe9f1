"""The child that runs the fold: no token, no key, no environment; messages of JSON in and out.

It is started with -I and an empty environment. Before each call into a rule it writes down, in a file shared with its
parent, what it is about to run; so if it dies, the parent knows of what.
"""

from __future__ import annotations

import base64
import gc
import json
import mmap
import os
import sys
import time
import traceback
from dataclasses import asdict
from functools import partial
from typing import Any, BinaryIO

from engine.game.examples.evidence import Patience, of_change
from engine.game.fold.folding import fold
from engine.game.plan import LOADING, SENDING, Fault, Limits
from engine.referee import limits
from engine.store.files import Files

CRUMB = 4_096
OUT_OF_MEMORY = 12
A_CHANGE = 20_000  # bytes, about, of a file that may be asked for later: memory is bounded by what there is to read
A_SWEEP = 50_000  # new objects: a tenth of the time of a fold of 10,000 players went into looking for circles
MOST_ELSEWHERE = 20_000_000


class Crumbs:
    """The breadcrumb: happening, rule, function and line, in shared memory."""

    def __init__(self, descriptor: int, size: int, elsewhere: int) -> None:
        self.memory = mmap.mmap(descriptor, CRUMB)
        self.fuse = limits.Fuse(size)
        self.size, self.loading = size + elsewhere, True

    def watch(self, happening: str, slug: str, function: str, line: int) -> None:
        text = json.dumps([happening, slug, function, line], ensure_ascii=False).encode()[: CRUMB - 1]
        self.memory[: len(text) + 1] = text + b"\0"
        if self.loading and happening != LOADING:
            self.loading = False
            limits.settle(self.size)
        if not slug:
            self.fuse.renew()


def main() -> None:
    """Reads one job, folds it, writes the plan."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    raw = source.readline()
    job = json.loads(raw)
    gc.freeze()  # what is here by now stays
    gc.set_threshold(A_SWEEP)
    elsewhere = min(A_CHANGE * len(job["elsewhere"]), MOST_ELSEWHERE)
    limits.confine(len(raw) + elsewhere, loading=limits.LOADING)
    crumbs = Crumbs(int(job["crumbs"]), len(raw), elsewhere)
    try:
        _send(sink, _answer(job, crumbs, source, sink))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    os._exit(0)


def _answer(job: dict[str, Any], crumbs: Crumbs, source: BinaryIO, sink: BinaryIO) -> dict[str, Any]:
    """The plan, or the report of a bug of ours: this is the child's boundary, nothing may pass it as a traceback."""
    try:
        plan = fold(
            Files(job["files"], job["elsewhere"], lambda paths: _files(paths, source, sink)),
            job["inbox"],
            job["until"],
            lambda id_: _seed(id_, source, sink),
            faults={id_: Fault(**fault) for id_, fault in job["faults"].items()},
            limits=Limits(**job["limits"]),
            watch=crumbs.watch,
            fuse=crumbs.fuse,
            evidence=partial(of_change, patience=Patience(time.process_time)),
        )
        crumbs.watch(SENDING, "", "", 0)
        return {"plan": asdict(plan)}
    except MemoryError:
        raise
    except Exception:
        return {"bug": traceback.format_exc()}


def _seed(id_: str, source: BinaryIO, sink: BinaryIO) -> bytes:
    """The parent has the key; the child is given one seed for one happening, and tells what memory it begins it with."""
    _send(sink, {"seed": id_, "in_use": limits.in_use()})
    return base64.b64decode(source.readline())


def _files(paths: list[str], source: BinaryIO, sink: BinaryIO) -> dict[str, str]:
    """The parent has what is seldom asked for."""
    _send(sink, {"bring": paths})
    found: dict[str, str] = json.loads(source.readline())
    return found


def _send(sink: BinaryIO, message: dict[str, Any]) -> None:
    sink.write(json.dumps(message).encode() + b"\n")
    sink.flush()


if __name__ == "__main__":
    main()
