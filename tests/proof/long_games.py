"""Long games made without people: a season of Credo as commits of a real repository, and a journal of many years."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.forge.repository import GitRepository
from engine.game.fold.folding import fold
from engine.game.happening import SECONDS_SEEN
from engine.game.world.wishes import digest
from engine.hub.git_http import Git
from engine.referee.commits.committing import commit
from engine.store import canon, journal

GAP = 300  # seconds between two things that people do
TEXTS = ["/allocate 1 farming", "/buy farm", "/allocate 1 general from farming", "hello", "/give 1 points to p1"]


def said(number: int, start: int, players: int) -> dict[str, Any]:
    """What a player writes on the table."""
    player, time = number % players, start + number * GAP
    actor = {"id": player + 1, "login": f"p{player}", "role": "player"}
    text = TEXTS[number % len(TEXTS)]
    common = {"thread": 1, "seen_at": time, "actor": actor, "comment": number, "text": text, "edited": False}
    return {"id": f"comment/{number}", "kind": "said", "time": time, **common}


def delivered(files: Mapping[str, str], time: int) -> Iterator[dict[str, Any]]:
    """Every wish of the outbox seen fulfilled."""
    for key, wanted in (canon.read(files["state/engine.yaml"]).get("outbox") or {}).items():
        mark = digest(wanted)
        common = {"comment": 1, "thread": None, "actor": None, "seen_at": time}
        yield {"id": f"delivered/{key}/{mark}", "kind": "delivered", "time": time, "key": key, "digest": mark, **common}


def season(folder: Path, files: dict[str, str], start: int, happenings: int, players: int, *, each: int = 10) -> Path:
    """A bare repository with so many happenings in it at least, `each` comments to a pass; wishes are delivered at once."""
    bare = folder / "season.git"
    git = Git(bare)
    tip = first = git.commit([], files, "Begin\n\nNomic-Entry: genesis\n", "owner", start)
    git.move("refs/heads/main", tip)
    files, entries, number = dict(files), 0, 0
    with GitRepository(str(bare), folder / "season-copy") as repository:
        repository.fetch()
        while entries < happenings:
            told = list(delivered(files, start + number * GAP + 1))
            inbox = [*told, *(said(number + n, start, players) for n in range(1, each + 1))]
            number += each
            plan = fold(files, inbox, start + number * GAP + 1, lambda id_: id_.encode().ljust(32)[:32])
            for segment in plan.segments:
                tip = commit(repository, [tip], segment.whole(files), segment, [])
                entries += segment.entries
                segment.apply(files)
        repository.push(first, tip)
    return bare


def years(until: int, entries: int, a_day: int = 55) -> dict[str, str]:
    """path -> text of a journal with so many chained entries before a time, `a_day` in each day's file."""
    files: dict[str, list[str]] = {}
    day, previous = until - until % 86_400 - 86_400 * (entries // a_day + 1), ""
    for number in range(entries):
        time = day + number // a_day * 86_400 + number % a_day * 60
        entry = {**said(number, 0, 10), "id": f"comment/{number}", "time": time, "seen_at": time, "at": time}
        entry |= {"outcome": {"is": "done", "command": "buy_farms", "rule": "farms"}, "previous": previous}
        previous = entry["hash"] = journal.link(previous, entry)
        files.setdefault(journal.path_of(time), []).append(canon.emit([entry]))
    return {path: "".join(texts) for path, texts in files.items()}


def lay(bare: Path, files: Mapping[str, str], time: int) -> None:
    """The first commit of an empty repository, with many files in one go."""
    parts = [f"commit refs/heads/main\ncommitter owner <owner> {time} +0000\ndata 6\nBefore\n".encode()]
    for path, text in files.items():
        data = text.encode()
        parts.append(f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n")
    subprocess.run(["git", "-C", bare, "fast-import", "--quiet"], input=b"".join(parts), check=True)


assert GAP < SECONDS_SEEN  # several comments share the memory of ids, as in a lively game
