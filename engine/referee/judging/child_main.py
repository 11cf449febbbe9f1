"""The child that runs the fold: no token, no key, no environment; messages of JSON in and out.

It is forked from a process with nothing of the environment (`fork_server`), and is told of the files, as soon as they are
known, before it gets the job. Before each call into a rule it writes down, in memory shared with its parent, what it is about to
run; so if it dies, the parent knows of what.
"""

import base64
import json
import marshal
import mmap
import os
import sys
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, BinaryIO

from engine.game.examples.evidence import Patience, of_change
from engine.game.examples.kept_evidence import Found, KeptEvidence
from engine.game.fold.folding import fold
from engine.game.plan import LOADING, SENDING, Fault, Limits
from engine.game.words.registry import new_host
from engine.game.world.facts import active_players
from engine.game.world.world import World
from engine.referee.judging import limits
from engine.referee.judging.lines import CRUMB, LARGEST, OUT_OF_MEMORY, leave, say
from engine.referee.judging.sweeping import seldom
from engine.store.files import Files

A_CHANGE = 20_000  # bytes, about, of a file that may be asked for later: memory is bounded by what there is to read
MOST_ELSEWHERE = 20_000_000


class Crumbs:
    """The breadcrumb: happening, rule, function and line, in shared memory. `size` is that of what there is to judge, in bytes."""

    def __init__(self, memory: int, size: int = 0, elsewhere: int = 0) -> None:
        self.memory = mmap.mmap(memory, CRUMB)
        self.fuse = limits.ProcessFuse(size)
        self.size, self.loading = size + elsewhere, True

    def watch(self, happening: str, slug: str, function: str, line: int) -> None:
        leave(self.memory, happening, slug, function, line)
        if self.loading and happening != LOADING:
            self.loading = False
            limits.settle(self.size)
        if not slug:
            self.fuse.renew()

    def wipe(self) -> None:
        """No rule runs: who dies now dies of none."""
        leave(self.memory)


class Beforehand:
    """What is told before the job: the law is loaded, and the world made of it, while there is nothing else to do."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self.source, self.sink = source, sink
        self.host = new_host()
        self.size = 0
        self.files: Files | None = None
        self.world: World | None = None

    def job(self) -> tuple[dict[str, Any], int]:
        """The job, once it is here, and the bytes of all that it is about."""
        while True:
            raw = self.source.readline()
            message = json.loads(raw)
            if "told" not in message:
                break
            self._hear(message)
        return message, self.size + len(raw)

    def _hear(self, message: dict[str, Any]) -> None:
        """A world that cannot be made now cannot be made when it is judged either: it is said then."""
        if self.files is None:
            limits.expect(LARGEST)
        at, self.size = message["told"]
        here, elsewhere = marshal.loads(os.pread(message["memory"], self.size, at))  # noqa: S302 - of its own parent
        self.files = Files(here, elsewhere, lambda paths: _files(paths, self.source, self.sink))
        self.world = None
        crumbs = Crumbs(message["memory"])
        self.host.watch = partial(crumbs.watch, LOADING)
        seldom()
        with suppress(Exception):
            self.world = self._made(self.files, crumbs)
        crumbs.wipe()

    def _made(self, files: Files, crumbs: Crumbs) -> World:
        try:
            world = World(files, self.host)
            crumbs.wipe()
            world.records.index("players").key_of(0)  # each happening asks who is who,
            active_players(world)  # and each vote who has one
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        return world


@dataclass(frozen=True)
class WorkersOfTheParent:
    """Examples that the parent has played by others at the same time: it may have none for that."""

    source: BinaryIO
    sink: BinaryIO

    def deal(self, ruleset: str, texts: Mapping[str, str], names: Sequence[str]) -> list[str]:
        return self._asked({"deal": {"ruleset": ruleset, "texts": dict(texts), "names": list(names)}})

    def held(self) -> list[str]:
        return self._asked({"held": True})

    def _asked(self, message: dict[str, Any]) -> list[str]:
        say(self.sink, message)
        found: list[str] = json.loads(self.source.readline())
        return found


def main() -> None:
    """Reads one job, folds it, writes the plan."""
    try:
        say(sys.stdout.buffer, _done(Beforehand(sys.stdin.buffer, sys.stdout.buffer)))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    os._exit(0)


def _done(before: Beforehand) -> dict[str, Any]:
    job, size = before.job()
    seldom()
    assert before.files is not None  # told before the job
    elsewhere = min(A_CHANGE * len(before.files.elsewhere), MOST_ELSEWHERE)
    limits.confine(size + elsewhere)
    return _answer(job, before, Crumbs(int(job["memory"]), size, elsewhere))


def _answer(job: dict[str, Any], before: Beforehand, crumbs: Crumbs) -> dict[str, Any]:
    """The plan, or the report of a bug of ours: this is the child's boundary, nothing may pass it as a traceback."""
    try:
        plan = fold(
            before.files or {},
            job["inbox"],
            job["until"],
            lambda id_: _seed(id_, before.source, before.sink),
            faults={id_: Fault(**fault) for id_, fault in job["faults"].items()},
            limits=Limits(**job["limits"]),
            watch=crumbs.watch,
            fuse=crumbs.fuse,
            host=before.host,
            evidence=KeptEvidence(
                job["evidence"],
                partial(
                    of_change,
                    patience=Patience(time.process_time),
                    workers=WorkersOfTheParent(before.source, before.sink),
                ),
                partial(_kept, before.sink),
            ),
            world=before.world,
        )
        crumbs.watch(SENDING, "", "", 0)
        return {"plan": plan}
    except MemoryError:
        raise
    except Exception:
        return {"bug": traceback.format_exc()}


def _seed(id_: str, source: BinaryIO, sink: BinaryIO) -> bytes:
    """The parent has the key; the child is given one seed for one happening, and tells what memory it begins it with."""
    say(sink, {"seed": id_, "in_use": limits.in_use()})
    return base64.b64decode(source.readline())


def _kept(sink: BinaryIO, key: str, found: Found) -> None:
    """The parent hands it to the next child: what is judged again in a pass, or after a death, plays no examples again."""
    say(sink, {"evidence": [key, found]})


def _files(paths: list[str], source: BinaryIO, sink: BinaryIO) -> dict[str, str]:
    """The parent has what is seldom asked for."""
    say(sink, {"bring": paths})
    found: dict[str, str] = json.loads(source.readline())
    return found
