"""A game in a repository on this machine as the board sees it, and its pages one by one for whoever looks at a table."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.forge.still import StillRepository
from engine.law.shown import declared
from engine.referee.ports import ForgeError
from engine.site import past
from engine.site.build import Board, Journal, Notes
from engine.site.game import FORECASTS, SILENT, Game
from engine.store import records

FOLDERS: Final = ("rules/", "state/", "proposals/", FORECASTS)
JOURNAL: Final = "state/journal/"
Weeks = dict[str, Any]
Asked = Callable[[Mapping[str, str], int], Mapping[str, Any]]


def game_of(
    repository: StillRepository,
    commit: str,
    address: str = "",
    known: Weeks | None = None,
    *,
    ask: Asked,
) -> tuple[Game, dict[str, str]]:
    """The game as a commit has it, with what its law says, and the files of its journal: path -> id.

    `known`: the numbers of earlier weeks by their commits, to which those that had to be read are added. `ask`: what the
    law says of files at a time; it is asked while other things are read.
    """
    files, journal = files_of(repository, commit)
    game = Game(files, SILENT, (), address)
    with ThreadPoolExecutor(1) as aside:
        asked = aside.submit(ask, files, game.now)
        before = _past(repository, commit, game, {} if known is None else known)
        return game.told({**SILENT, **asked.result()}, before), journal


def files_of(repository: StillRepository, commit: str) -> tuple[dict[str, str], dict[str, str]]:
    """path -> text of rules, state and proposals, and path -> id of the journal's files."""
    listed = repository.files(commit, *FOLDERS)
    journal = {path: identity for path, identity in listed.items() if path.startswith(JOURNAL)}
    plain = {path: identity for path, identity in listed.items() if path not in journal}
    texts = repository.texts(plain.values())
    files = {path: texts[identity] for path, identity in plain.items() if identity in texts}
    if "state/game.yaml" not in files or "state/engine.yaml" not in files:
        raise ForgeError(f"There is no game in {repository.directory}.", "Run this in one, or give --root.")
    return files, journal


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
    key_of = cache(records.key_of)  # most are there in each week
    for sha, tree in trees.items():
        then: dict[str, dict[str, dict[str, int]]] = {}
        for path, identity in tree.items():
            collection, key = key_of(path)
            if (collection, identity) not in read:
                read[collection, identity] = past.numbers(texts.get(identity, ""), charted.get(collection, ()))
            then.setdefault(collection, {})[key] = read[collection, identity]
        known[f"{sha} {named}"] = then
    for stale in known.keys() - {f"{sha} {named}" for _, sha in weeks}:
        del known[stale]
    return tuple((time, known[f"{sha} {named}"]) for time, sha in weeks)


class Boards:
    """The board of the game at a table: planned once for each commit, each page made when somebody looks at it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.weeks: Weeks = {}
        self.head = ""
        self.makers: dict[str, Callable[[], str]] = {}

    def page(self, directory: Path, head: str, law: Mapping[str, Any], path: str) -> str | None:
        """The text of a page or of what belongs to it; None where there is none. `law` is what the law says at this commit."""
        with self.lock:
            if head != self.head:
                self.makers = self._planned(directory, head, law)
                self.head = head
            make = self.makers.get(path)
            return make() if make is not None else None

    def _planned(self, directory: Path, head: str, law: Mapping[str, Any]) -> dict[str, Callable[[], str]]:
        with StillRepository(directory) as repository:
            game, journal = game_of(repository, head, "", self.weeks, ask=lambda *_: law)
            texts = repository.texts(journal.values())
            days = Journal(journal, lambda path: texts.get(journal[path], ""))
            return {path: make for path, make in Board(game, days, Notes({}, {}), home="/").plan() if make is not None}
