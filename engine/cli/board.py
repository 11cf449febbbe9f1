"""A board made from a repository on this machine: read at one commit, asked of the law in a child, written where it changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from engine.cli.made import write_all
from engine.forge.still import StillRepository
from engine.site.build import Board, Journal
from engine.site.notes import NOTES, Notes, templates
from engine.table.boards import Asked, Weeks, game_of

WEEKS: Final = ".weeks.json"  # the numbers of earlier weeks and what the rules declare, as they were read once


def _known_weeks(out: Path) -> Weeks:
    try:
        found = json.loads((out / WEEKS).read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write(root: Path, out: Path, address: str, repository_address: str, at: str, ask: Asked) -> tuple[int, int]:
    """Makes the board of `root` in `out`; (pages in all, of them written). Pages that are no more are taken away.

    `ask`: what the law says of files at a time.
    """
    with StillRepository(root) as repository:
        commit = repository.commit(*([at] if at else ["main", "HEAD"]))
        whole = hashlib.sha256("\n".join([commit, address, repository_address, templates()]).encode()).hexdigest()
        notes = out / NOTES
        before = Notes.read(notes.read_text() if notes.is_file() else "")
        if before.whole == whole and all((out / path).is_file() for path in before.made):
            return len(before.made), 0
        weeks = _known_weeks(out)
        game, journal = game_of(repository, commit, repository_address, weeks, ask=ask)
        kept = {path: made for path, made in before.made.items() if (out / path).is_file()}
        board = Board(game, Journal(journal, _reader(repository, journal)), Notes(kept, before.told), address)
        wanted = [(path, make) for path, make in board.plan() if make is not None]
        write_all(out, wanted)
        for path in before.made.keys() - board.made.keys():
            if (out / path).resolve().is_relative_to(out.resolve()):
                (out / path).unlink(missing_ok=True)
        out.mkdir(parents=True, exist_ok=True)
        (out / WEEKS).write_text(json.dumps({key: weeks[key] for key in sorted(weeks)}, separators=(",", ":")))
        notes.write_text(replace(board.notes, whole=whole).text())
        return len(board.made), len(wanted)


def _reader(repository: StillRepository, journal: Mapping[str, str]) -> Any:
    read: dict[str, str] = {}

    def text(path: str) -> str:
        if path not in read:
            read.update({path: repository.texts([journal[path]]).get(journal[path], "")})
        return read[path]

    return text
