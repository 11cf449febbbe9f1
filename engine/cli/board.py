"""A board made from a repository on this machine: read at one commit, asked of the law in a child, written where it changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click

from engine.cli.made import write_all
from engine.forge.still import StillRepository
from engine.law.shown import declared
from engine.site import past
from engine.site.build import NOTES, Board, Journal, Notes, templates
from engine.site.game import FORECASTS, SILENT, Game
from engine.store import records
from engine.table.counsel import Counsel

FOLDERS: Final = ("rules/", "state/", "proposals/", FORECASTS)
JOURNAL: Final = "state/journal/"
PATIENCE: Final = 60.0
WEEKS: Final = ".weeks.json"  # the numbers of earlier weeks, as they were read once
Weeks = dict[str, Any]


def game_of(
    repository: StillRepository, commit: str, address: str = "", known: Weeks | None = None
) -> tuple[Game, dict[str, str]]:
    """The game as a commit has it, with what its law says, and the files of its journal: path -> id.

    `known`: the numbers of earlier weeks by their commits, to which those that had to be read are added.
    """
    files, journal = files_of(repository, commit)
    game = Game(files, SILENT, (), address)
    with ThreadPoolExecutor(1) as aside:  # the law is asked in a process of its own
        law = aside.submit(_law, files)
        before = _past(repository, commit, game, {} if known is None else known)
        return game.told(law.result(), before), journal


def files_of(repository: StillRepository, commit: str) -> tuple[dict[str, str], dict[str, str]]:
    """path -> text of rules, state and proposals, and path -> id of the journal's files."""
    listed = repository.files(commit, *FOLDERS)
    journal = {path: identity for path, identity in listed.items() if path.startswith(JOURNAL)}
    plain = {path: identity for path, identity in listed.items() if path not in journal}
    texts = repository.texts(plain.values())
    files = {path: texts[identity] for path, identity in plain.items() if identity in texts}
    if "state/game.yaml" not in files or "state/engine.yaml" not in files:
        raise click.UsageError(f"There is no game in {repository.directory}. Run this in one, or give --root.")
    return files, journal


def _law(files: Mapping[str, str]) -> dict[str, Any]:
    game = Game(files, SILENT)
    counsel = Counsel(PATIENCE)
    try:
        return {**SILENT, **counsel.ask(files, game.now, {})}
    finally:
        counsel.close()


def _past(repository: StillRepository, commit: str, game: Game, known: Weeks) -> tuple[Any, ...]:
    """The numbers that are shown over time, as they were at the end of each week."""
    charted = past.charted(declared(game.rules.values()))
    if not charted:
        return ()
    folders = [f"state/{name}/" for name in charted]
    named = json.dumps(charted, sort_keys=True)
    weeks = past.chosen(repository.history(commit), game.now)
    trees = {sha: repository.files(sha, *folders) for _, sha in weeks if f"{sha} {named}" not in known}
    texts = repository.texts({identity for tree in trees.values() for identity in tree.values()})
    read: dict[tuple[str, str], dict[str, int]] = {}
    for sha, tree in trees.items():
        then: dict[str, dict[str, dict[str, int]]] = {}
        for path, identity in tree.items():
            collection, key = records.key_of(path)
            if (collection, identity) not in read:
                read[collection, identity] = past.numbers(texts.get(identity, ""), charted.get(collection, ()))
            then.setdefault(collection, {})[key] = read[collection, identity]
        known[f"{sha} {named}"] = then
    for stale in known.keys() - {f"{sha} {named}" for _, sha in weeks}:
        del known[stale]
    return tuple((time, known[f"{sha} {named}"]) for time, sha in weeks)


def _known_weeks(out: Path) -> Weeks:
    try:
        found = json.loads((out / WEEKS).read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write(root: Path, out: Path, address: str, repository_address: str, at: str) -> tuple[int, int]:
    """Makes the board of `root` in `out`; (pages in all, of them written). Pages that are no more are taken away."""
    with StillRepository(root) as repository:
        commit = repository.commit(*([at] if at else ["main", "HEAD"]))
        whole = hashlib.sha256("\n".join([commit, address, repository_address, templates()]).encode()).hexdigest()
        notes = out / NOTES
        before = Notes.read(notes.read_text() if notes.is_file() else "")
        if before.whole == whole and all((out / path).is_file() for path in before.made):
            return len(before.made), 0
        weeks = _known_weeks(out)
        game, journal = game_of(repository, commit, repository_address, weeks)
        kept = {path: made for path, made in before.made.items() if (out / path).is_file()}
        board = Board(game, Journal(journal, _reader(repository, journal)), Notes(kept, before.gone), address)
        wanted = [(path, make) for path, make in board.plan() if make is not None]
        write_all(out, wanted)
        for path in before.made.keys() - board.made.keys():
            if (out / path).resolve().is_relative_to(out.resolve()):
                (out / path).unlink(missing_ok=True)
        out.mkdir(parents=True, exist_ok=True)
        (out / WEEKS).write_text(json.dumps(weeks, sort_keys=True, separators=(",", ":")))
        notes.write_text(replace(board.notes, whole=whole).text())
        return len(board.made), len(wanted)


def _reader(repository: StillRepository, journal: Mapping[str, str]) -> Any:
    read: dict[str, str] = {}

    def text(path: str) -> str:
        if path not in read:
            read.update({path: repository.texts([journal[path]]).get(journal[path], "")})
        return read[path]

    return text
