"""A table that is killed at any moment goes on with nothing lost: kill -9 in the middle of a round, again and again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.store import canon, journal
from engine.table.folder import Folder, Taken
from tests.table.tables import Time, island, opened

TIMES = 40 if os.environ.get("NOMIC_CRASH") == "all" else 1
SAID = 6


def play(place: str) -> None:
    """What the killed process does: says things one after the other, each told on its output once it is kept."""
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        with opened(Path(place), Time()) as game:
            print("open", flush=True)
            game.settle()
            for turn in range(10_000):
                text = "/join" if turn == 0 else f"word {turn}"
                number = game.act(lambda text=text: game.people.comment("ana", 1, text)).id
                print(number, flush=True)
                game.settle()


def test_whatever_was_acknowledged_is_there_after_kill_9(tmp_path: Path) -> None:
    place = tmp_path / "game"
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        with opened(place, Time()):
            pass
    told: list[int] = []
    draw = random.Random(20_261_122)
    for _ in range(TIMES):
        told += killed_after(place, draw.randint(1, SAID), draw.random() * 0.4)
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        with opened(place, Time()) as game:
            assert game.settle() is not None
            assert set(told) <= set(game.model.comments)
            listed = game.git.run("ls-tree", "-r", "--name-only", "main", "--", "state/journal/").split()
            days = [game.git.run("show", f"main:{path}") + "\n" for path in listed]
            judged = [entry["comment"] for day in days for entry in journal.entries(day) if entry["kind"] == "said"]
            assert len(judged) == len(set(judged)), "judged twice"
            players = canon.read(game.git.run("show", "main:state/players/ana.yaml") + "\n")
            assert players["active"]
            welcomes = [c for c in game.model.comments.values() if "nomic:reply" in c.body]
            assert len({c.body for c in welcomes}) == len(welcomes), "answered twice"


def killed_after(place: Path, lines: int, later: float) -> list[int]:
    """Numbers of the comments that a process told of before it was killed."""
    child = subprocess.Popen(
        [sys.executable, "-c", f"from tests.table.test_crash import play; play({str(place)!r})"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    told = [child.stdout.readline().strip() for _ in range(lines + 1)]
    time.sleep(later)
    child.send_signal(signal.SIGKILL)
    told += child.stdout.read().split()
    child.wait()
    let_go(place)
    return [int(line) for line in told if line.isdigit()]


def let_go(place: Path) -> None:
    """Waits until nobody holds the folder: what the killed process was just starting holds it until it has begun."""
    for _ in range(100):
        try:
            with Folder(place).held():
                return
        except Taken:
            time.sleep(0.1)
