"""The child that asks the law in force: no key, no token, no environment, sealed like the judge. One job, one answer, as JSON."""

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

from engine.game.consulting.constraints import check_record
from engine.game.fold.clock import next_due
from engine.game.refusal import Refusal
from engine.game.world.changes import declared_wrongly
from engine.game.world.records import PRIVATE
from engine.game.world.world import World
from engine.referee.judging import limits
from engine.referee.judging.confined import confined
from engine.referee.judging.lines import say


def main() -> None:
    text = sys.stdin.read()
    job, (host, _) = json.loads(text), confined(len(text))
    world = World(job["files"], host)
    world.book.broken  # noqa: B018 - the law is loaded
    limits.settle(len(text))
    say(sys.stdout.buffer, answer(world, job["until"]))
    os._exit(0)


def answer(world: World, until: int) -> dict[str, Any]:
    """What it says, by name.

    `broken`: (file, why) of rules; `unfit`: how rules do not fit together, where all of them work; `wrong`: (collection, key,
    reason) of records; `undeclared`: what records have and no rule declares, where all of them work; `due`: what was due before
    `until`, if anything.
    """
    read = {slug: document.path for slug, document in world.book.documents.items() if slug not in world.book.unreadable}
    broken = [(read.get(slug, slug), why) for slug, why in sorted(world.book.broken.items())]
    found = [*world.law.problems, *declared_wrongly(world.book)]
    unfit = [] if broken else [str(problem) for problem in found if problem.severity == "error"]
    undeclared = [] if broken else sorted(_undeclared(world))
    due = next_due(world, (until, 0, ""))
    return {"broken": broken, "unfit": unfit, "wrong": [*_wrong(world)], "undeclared": undeclared, "due": due}


def _undeclared(world: World) -> set[str]:
    """Collections of which no rule says anything, and `collection.field` of those in others."""
    found: set[str] = set()
    for collection in set(world.records.collections()) - PRIVATE:
        known = world.book.schemas.fields(collection)
        for _, record in world.records.items(collection):
            if isinstance(record, dict):
                found |= {f"{collection}.{name}" for name in record if name not in known} if known else {collection}
    return found


def _wrong(world: World) -> Iterator[tuple[str, str, str]]:
    for collection in world.records.collections():
        if collection in PRIVATE:
            continue
        for key, record in world.records.items(collection):
            if not isinstance(record, dict):
                continue  # `game` says so
            try:
                check_record(world, collection, key, record)
            except Refusal as refusal:
                yield collection, key, refusal.reason


if __name__ == "__main__":
    main()
