"""`python -m tests.site.year`: the board of a thousand villages and a year of journal, made whole, again, and after one village changed.

Prints seconds by the clock and of all processors. The clock means something on two quiet cores only.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from engine.store import canon
from tests.nomic import COMMAND
from tests.villages import START, world

VILLAGES: Final = 1_000
DAYS: Final = 365
ENTRIES: Final = 30  # a day
DAY: Final = 86_400


def entry(number: int, at: int) -> dict[str, Any]:
    actor = {"id": 1, "login": f"p{number % VILLAGES}", "role": "player"}
    rolls = [{"faces": [1, 2], "throw": "2d6", "total": 3}]
    said = {"id": f"comment/{number}", "kind": "said", "comment": number, "thread": 1, "text": "/allocate 10 farming"}
    return {**said, "actor": actor, "at": at, "time": at, "outcome": {"is": "done"}, "rolls": rolls}


def commits() -> Iterator[tuple[int, dict[str, str]]]:
    """(time, files that it writes) of a commit a day; once a week every village is another."""
    files = world(VILLAGES)
    engine = canon.read(files["state/engine.yaml"])
    villages = {path: canon.read(text) for path, text in files.items() if path.startswith("state/villages/")}
    for day in range(DAYS):
        at = START + day * DAY
        entries = [entry(day * ENTRIES + place, at + place) for place in range(ENTRIES)]
        changed = {f"state/journal/{datetime.fromtimestamp(at, UTC):%Y/%m/%d}.yaml": canon.emit_dated(entries)}
        changed["state/engine.yaml"] = canon.emit_dated({**engine, "position": [at + 40, 9, ""]})
        for path, record in villages.items() if day % 7 == 2 else ():
            people = {**record.get("population", {}), "general": 50 + day // 7}
            villages[path] = {**record, "hunger": (day * 7 + len(path)) % 90 - 40, "population": people}
            changed[path] = canon.emit_dated(villages[path])
        yield at, files | changed if not day else changed


def lay(root: Path, made: Iterator[tuple[int, Mapping[str, str]]], branch: str = "refs/heads/main") -> None:
    """Writes commits into a repository."""
    if not root.exists():
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(root)], check=True)
    command = ["git", "-C", str(root), "fast-import", "--quiet"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as git:
        assert git.stdin is not None
        parent = f"from {branch}^0\n" if any((root / "refs/heads").iterdir()) else ""
        for at, files in made:
            git.stdin.write(f"commit {branch}\ncommitter x <x@example.org> {at} +0000\ndata 1\nx\n{parent}".encode())
            parent = ""
            for path, text in files.items():
                content = text.encode()
                git.stdin.write(f"M 100644 inline {path}\ndata {len(content)}\n".encode() + content + b"\n")


def measured(what: str, root: Path, out: Path) -> None:
    begun, before = time.perf_counter(), os.times()
    said = subprocess.run([*COMMAND, "site", str(out), "--root", str(root)], capture_output=True, text=True, check=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    print(
        f"{what:<24} {time.perf_counter() - begun:5.2f} s, {used:5.2f} s of processors: {said.stdout.split(' in ')[0]}, {said.stdout.rsplit(', ', 1)[1].strip()}"
    )


def main() -> None:
    argparse.ArgumentParser(prog="python -m tests.site.year", description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as place:
        root, out = Path(place, "game.git"), Path(place, "board")
        lay(root, commits())
        measured("whole (budget 5 s)", root, out)
        measured("nothing changed (1 s)", root, out)
        one = {"name": "V7", "population": {"general": 1, "farming": 8}, "farms": 4, "hunger": 12}
        lay(root, iter([(START + DAYS * DAY - 60, {"state/villages/p7.yaml": canon.emit_dated(one)})]))
        measured("one village (2 s)", root, out)


if __name__ == "__main__":
    sys.exit(main())
