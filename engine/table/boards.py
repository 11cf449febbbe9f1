"""A game in a repository on this machine as the board sees it, and its pages one by one for whoever looks at a table."""

import json
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.forge.still import StillRepository
from engine.game.exhibits import SILENT, LawSays
from engine.game.world import stored
from engine.law.display import declared
from engine.referee.ports import ForgeError
from engine.site import past
from engine.site.build import Board, Journal
from engine.site.game import FORECASTS, Game
from engine.site.notes import Notes, templates
from engine.store import records
from engine.store.layout import OF_THE_GAME

LAW: Final = "law"  # beside the weeks: what the rules declare
Weeks = dict[str, Any]
Asked = Callable[[Mapping[str, str], int], LawSays]


def game_of(
    repository: StillRepository,
    commit: str,
    address: str = "",
    known: Weeks | None = None,
    *,
    ask: Asked,
) -> tuple[Game, dict[str, str]]:
    """The game as a commit has it, with what its law says, and the files of its journal: path -> id.

    `known`: the numbers of earlier weeks by their commits, and what the law declares, to which what had to be read is added.
    `ask`: what the law says of files at a time; it is asked while other things are read.
    """
    known = {} if known is None else known
    files, journal = files_of(repository, commit)
    game = Game(files, SILENT, (), address)
    read = _read_before(known, game)
    with ThreadPoolExecutor(1) as aside:
        asked = aside.submit(ask, files, game.now)
        charted = dict(read["charted"]) if read else past.charted(declared(game.rules.values()))
        before = _past(repository, commit, game.now, charted, known)
        law = asked.result()
    if read is None or read["order"] != law["order"]:
        declares = game.told(law, ()).declares()
        known[LAW] = read = {
            "of": [game.law_text, templates()],
            "order": law["order"],
            "charted": charted,
            "declares": declares,
        }
    return game.told(law, before, read["declares"]), journal


def _read_before(known: Weeks, game: Game) -> dict[str, Any] | None:
    """What the rules declare, where they are those that were read before."""
    found = known.get(LAW)
    return found if isinstance(found, dict) and found.get("of") == [game.law_text, templates()] else None


def files_of(repository: StillRepository, commit: str) -> tuple[dict[str, str], dict[str, str]]:
    """path -> text of rules, state and proposals, and path -> id of the journal's files."""
    listed = repository.files(commit, *OF_THE_GAME, FORECASTS)
    journal = {path: identity for path, identity in listed.items() if path.startswith(records.JOURNAL)}
    files = repository.texts({path: identity for path, identity in listed.items() if path not in journal})
    if not {records.GAME, records.NOTES} <= files.keys():
        raise ForgeError(f"There is no game in `{repository.directory}`.", "Run this in one, or give --root.")
    stored.must_be_sound({records.GAME: files[records.GAME]})  # of the rest as much is shown as can be read
    return files, journal


def _past(
    repository: StillRepository, commit: str, now: int, charted: Mapping[str, tuple[str, ...]], known: Weeks
) -> tuple[Any, ...]:
    """The numbers that are shown over time, as they were at the end of each week."""
    if not charted:
        return ()
    places = [records.GAME if name == "game" else records.folder(name) for name in charted]
    named = json.dumps(charted, sort_keys=True)
    weeks = past.chosen(repository.history(commit), now)
    trees = {sha: repository.files(sha, *places) for _, sha in weeks if f"{sha} {named}" not in known}
    texts = repository.texts({identity: identity for tree in trees.values() for identity in tree.values()})
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
    for stale in known.keys() - {LAW, *(f"{sha} {named}" for _, sha in weeks)}:
        del known[stale]
    return tuple((time, known[f"{sha} {named}"]) for time, sha in weeks)


class Boards:
    """The board of the game at a table: planned once for each commit, each page made when somebody looks at it.

    `own_time`: the time is the table's own.
    """

    def __init__(self, *, own_time: bool) -> None:
        self.own_time = own_time
        self.lock = threading.Lock()
        self.weeks: Weeks = {}
        self.head = ""
        self.makers: dict[str, Callable[[], str]] = {}

    def page(self, directory: Path, head: str, law: LawSays, path: str) -> str | None:
        """The text of a page or of what belongs to it; None where there is none. `law` is what the law says at this commit."""
        with self.lock:
            if head != self.head:
                self.makers = self._planned(directory, head, law)
                self.head = head
            make = self.makers.get(path)
            return make() if make is not None else None

    def _planned(self, directory: Path, head: str, law: LawSays) -> dict[str, Callable[[], str]]:
        with StillRepository(directory) as repository:
            game, journal = game_of(repository, head, "", self.weeks, ask=lambda *_: law)
            texts = repository.texts(journal)
            days = Journal(journal, lambda path: texts.get(path, ""))
            board = Board(game, days, Notes(), home="/", own_time=self.own_time)
            return {path: make for path, make in board.plan() if make is not None}
