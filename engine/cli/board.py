"""A board made from a repository on this machine: read at one commit, asked of the law in a child, written where it changed."""

import gc
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from engine.forge.still import StillRepository
from engine.site.notes import NOTES, Notes, templates
from engine.table.counsel import Counsel

WEEKS: Final = ".weeks.json"  # the numbers of earlier weeks and what the rules declare, as they were read once


def _known_weeks(out: Path) -> dict[str, Any]:
    try:
        found = json.loads((out / WEEKS).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write(root: Path, out: Path, address: str, repository_address: str, at: str, counsel: Counsel) -> tuple[int, int]:
    """Makes the board of `root` in `out`; (pages in all, of them written). Pages that are no more are taken away.

    `counsel` is asked what the law says, where there is something to make at all.
    """
    with StillRepository(root) as repository:
        commit = repository.commit(*([at] if at else ["main", "HEAD"]))
        whole = hashlib.sha256("\n".join([commit, address, repository_address, templates()]).encode()).hexdigest()
        notes = out / NOTES
        before = Notes.read(notes.read_text("utf-8") if notes.is_file() else "")
        if before.whole == whole and all((out / path).is_file() for path in before.made):
            return len(before.made), 0
        counsel.warm()  # its child begins while this process does
        with _keeping():
            after, written = _made(repository, commit, out, before, (address, repository_address), counsel)
        notes.write_text(replace(after, whole=whole).text(), encoding="utf-8")
        return len(after.made), written


@contextmanager
def _keeping() -> Iterator[None]:
    """Does not look for what could be thrown away: most of what is read for a board stays until it is made."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _begin(out: Path, whole: Notes) -> None:
    """Marks the folder as a board's, with the pages that stay: what is ended before it is whole, the next time goes on with."""
    out.mkdir(parents=True, exist_ok=True)
    (out / NOTES).write_text(whole.text(), encoding="utf-8")


def _made(
    repository: StillRepository, commit: str, out: Path, before: Notes, addresses: tuple[str, str], counsel: Counsel
) -> tuple[Notes, int]:
    """Writes what is of something else than before; (the new notes, how many pages that were)."""
    from engine.cli.made import write_all  # noqa: PLC0415 - where nothing changed, none of this is needed
    from engine.site.build import Board, Journal  # noqa: PLC0415
    from engine.table.boards import game_of  # noqa: PLC0415

    weeks = _known_weeks(out)
    game, journal = game_of(repository, commit, addresses[1], weeks, ask=partial(counsel.ask, people={}))
    text = cache(lambda path: repository.texts({path: journal[path]}).get(path, ""))
    kept = {path: made for path, made in before.made.items() if (out / path).is_file()}
    board = Board(game, Journal(journal, text), Notes(kept, before.told), addresses[0])
    wanted = [(path, make) for path, make in board.plan() if make is not None]
    _begin(out, Notes({path: kept[path] for path in kept.keys() - dict(wanted).keys()}, before.told))
    write_all(out, wanted)
    for path in before.made.keys() - board.made.keys():
        if (out / path).resolve().is_relative_to(out.resolve()):
            (out / path).unlink(missing_ok=True)
    (out / WEEKS).write_text(
        json.dumps({key: weeks[key] for key in sorted(weeks)}, separators=(",", ":")), encoding="utf-8"
    )
    return board.notes, len(wanted)
