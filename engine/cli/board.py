"""A board made from a repository on this machine: read at one commit, asked of the law in a child, written where it changed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click

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


def game_of(repository: StillRepository, commit: str, address: str = "") -> tuple[Game, dict[str, str]]:
    """The game as a commit has it, with what its law says, and the files of its journal: path -> id."""
    files, journal = files_of(repository, commit)
    game = Game(files, _law(files), (), address)
    return Game(files, game.law, _past(repository, commit, game), address), journal


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


def _past(repository: StillRepository, commit: str, game: Game) -> tuple[Any, ...]:
    """The numbers that are shown over time, as they were at the end of each week."""
    charted = past.charted(declared(game.rules.values()))
    if not charted:
        return ()
    folders = [f"state/{name}/" for name in charted]
    weeks = past.chosen(repository.history(commit), game.now)
    trees = [(time, repository.files(sha, *folders)) for time, sha in weeks]
    texts = repository.texts({identity for _, tree in trees for identity in tree.values()})
    known: dict[tuple[str, str], dict[str, int]] = {}
    found = []
    for time, tree in trees:
        then: dict[str, dict[str, dict[str, int]]] = {}
        for path, identity in tree.items():
            collection, key = records.key_of(path)
            if (collection, identity) not in known:
                known[collection, identity] = past.numbers(texts.get(identity, ""), charted.get(collection, ()))
            then.setdefault(collection, {})[key] = known[collection, identity]
        found.append((time, then))
    return tuple(found)


def write(root: Path, out: Path, address: str, repository_address: str, at: str) -> tuple[int, int]:
    """Makes the board of `root` in `out`; (pages in all, of them written). Pages that are no more are taken away."""
    with StillRepository(root) as repository:
        commit = repository.commit(*([at] if at else ["main", "HEAD"]))
        whole = hashlib.sha256("\n".join([commit, address, repository_address, templates()]).encode()).hexdigest()
        notes = out / NOTES
        before = Notes.read(notes.read_text() if notes.is_file() else "")
        if before.whole == whole and all((out / path).is_file() for path in before.made):
            return len(before.made), 0
        game, journal = game_of(repository, commit, repository_address)
        kept = {path: made for path, made in before.made.items() if (out / path).is_file()}
        board = Board(game, Journal(journal, _reader(repository, journal)), Notes(kept, before.gone), address)
        written = 0
        for path, text in board.files():
            if text is not None:
                target = out / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, newline="")
                written += 1
        for path in before.made.keys() - board.made.keys():
            if (out / path).resolve().is_relative_to(out.resolve()):
                (out / path).unlink(missing_ok=True)
        notes.write_text(replace(board.notes, whole=whole).text())
        return len(board.made), written


def _reader(repository: StillRepository, journal: Mapping[str, str]) -> Any:
    read: dict[str, str] = {}

    def text(path: str) -> str:
        if path not in read:
            read.update({path: repository.texts([journal[path]]).get(journal[path], "")})
        return read[path]

    return text
