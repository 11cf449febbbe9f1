"""A pass that has everything to do, on a hub that can be put back to the moment before it, as often as it is killed."""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.game.calendar import from_stamp
from tests.begun import Clock, begun
from tests.github.hub import Hub
from tests.github.people import People
from tests.proof.zygote import GAME
from tests.rulesets.texts import TEXTS
from tests.staging import begin

WEDNESDAY = from_stamp("2026-01-07T15:10:00Z")
SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
PEOPLE = ("ana", "bo", "cy")


@dataclass
class Zygote:
    """The process that forks passes."""

    process: subprocess.Popen[str] = field(
        default_factory=lambda: subprocess.Popen(
            [sys.executable, "-m", "tests.proof.zygote"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
    )

    def run(self, hub: Hub, place: Path, kill: int | None = None) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        job = {
            "api": hub.address,
            "repository": hub.full_name,
            "token": hub.bot_token(),
            "copy": str(place),
            "kill": kill,
        }
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def close(self) -> None:
        self.process.communicate(timeout=30)


@dataclass
class Moment:
    """The hub as it is before the pass: its repository, its model, and the copy that the pass before left."""

    folder: Path
    model: dict[str, Any]

    @contextmanager
    def again(self, place: Path) -> Iterator[tuple[Hub, Clock]]:
        shutil.copytree(self.folder, place)
        clock = Clock(WEDNESDAY)
        hub = Hub(place, "owner", "crash", clock)
        hub.model.__dict__.update(copy.deepcopy(self.model))
        with hub:
            yield hub, clock


def prepared(folder: Path, zygote: Zygote) -> Moment:
    """Credo with three villages; then, for one pass: a resolution, a hunger week, and three commands to be answered."""
    clock = Clock()
    hub = Hub(folder, "owner", "crash", clock)
    people = People(hub)
    law = {p: t for p, t in TEXTS.items() if p.startswith(("rules/credo/", "rules/library/"))}
    players = {who: {"id": people.join(who), "login": who, "active": True, "points": 500} for who in PEOPLE}
    village = {"population": {"general": 80, "farming": 8}, "farms": 4, "hunger": 500}
    villages = {who: {"name": f"{who}ville", **village} for who in PEOPLE}
    records = {"players": players, "villages": villages}
    begin(people, begun(law, ruleset="credo", name="Crash", game=GAME, records=records))
    with hub:
        number = people.open_pull("ana", "352 Songs", {"rules/credo/352-songs.md": SONG}).number
        for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("cy", "yay")):
            clock.now += 60
            people.comment(who, number, text)
        clock.now += 60
        assert zygote.run(hub, folder / "copy")["ended"] == 0
        clock.now += 60
        assert zygote.run(hub, folder / "copy")["ended"] == 0
        clock.now += 60
        people.comment("ana", number, "/resolve")
        market = people.open_issue("bo", "The market").number
        words = (("ana", 1, "/buy farm"), ("bo", market, "/allocate 2 farming"), ("cy", number, "/buy 9000 farms"))
        for who, thread, text in words:
            clock.now += 60
            people.comment(who, thread, text)
    kept = {k: v for k, v in hub.model.__dict__.items() if k not in ("listeners", "clock")}
    return Moment(folder, copy.deepcopy(kept))


def seen(hub: Hub) -> dict[str, Any]:
    """What people can see: the tree of main and its history, and every thread with all that was said in it.

    Reactions and commit statuses are left out: they are repeated with the next change and never waited for.
    """
    threads = [
        (t.number, t.title, t.body, t.state, sorted(t.labels), sorted(t.assignees)) for t in hub.model.threads.values()
    ]
    comments = sorted((c.thread, c.id, c.author, c.body) for c in hub.model.comments.values())
    return {
        "files": hub.git.run("ls-tree", "-r", "main").split("\n"),
        "commits": hub.git.run("log", "--format=%T %s %ct", "main").split("\n"),
        "threads": threads,
        "comments": [(thread, author, body) for thread, _, author, body in comments],
    }
