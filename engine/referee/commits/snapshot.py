"""The files the fold needs, as they are in one commit."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import Final

from engine.game.state import State
from engine.game.world import stored
from engine.referee.ports import MOST_FILES, MOST_PATHS, ForgeError, Repository, TreeEntry
from engine.store import journal
from engine.store.files import Files
from engine.store.layout import CHANGES, INDEX, LAW, OF_THE_GAME, change_path
from engine.store.records import GAME, JOURNAL, NOTES, STATE, folder

LARGEST = 8_000_000
_CHANGE = re.compile(r"""^change: "?([0-9a-f]{64})"?$""", re.MULTILINE)
TOPS = tuple(each.rstrip("/") for each in OF_THE_GAME)
Tree = Mapping[str, TreeEntry]
Texts = Mapping[str, str]
NOTHING: Final[Texts] = {}
PLAIN = ("100644", "100755", "100664")  # modes of files; links and submodules hold nothing of the game


class BadState(ForgeError):
    """The game's own files cannot be read."""


def read(repository: Repository, commit: str) -> dict[str, str]:
    """path -> text of rules, state (of the journal the newest day only) and changes as judged."""
    tree = tree_of(repository, commit)
    return _read(repository, tree, {path: entry for path, entry in tree.items() if path.startswith(CHANGES)})


def read_open(repository: Repository, tree: Tree, known: Texts = NOTHING) -> Files:
    """The same, with the changes of open polls alone: what is over, or was never opened, is brought where it is asked for.

    What is `known` of the tree's files is not read again.
    """
    files = _read(repository, tree, {}, known)
    changes = {p: e for p, e in tree.items() if p.startswith(CHANGES) and e.mode in PLAIN}
    of_polls, of_threads = folder("polls"), folder("threads")
    polls = [text for path, text in files.items() if path.startswith(of_polls)]
    threads = [text for path, text in files.items() if path.startswith(of_threads) and is_open(text)]
    now = {path for path in map(_change_of, filter(is_open, polls)) if path in changes}
    files |= readable(repository, {path: changes[path] for path in now}, known=known)
    later = {path: entry for path, entry in changes.items() if path not in now}
    likely = {path for path in map(_change_of, [*polls, *threads]) if path in later}
    return Files(files, later, lambda paths: readable(repository, {path: later[path] for path in paths}), likely)


def law(repository: Repository, tree: Tree, along: Iterable[str] = (), known: Texts = NOTHING) -> dict[str, str]:
    """path -> text of the rules, and of what says by which of them the game is played: it takes longest to load, and is read first.

    Whatever has to be brought for it brings what else is read then (`along`: blobs of which the tree does not tell): each
    fetch takes its half a second, be it of one file or of all.
    """
    entries = {path: entry for path, entry in tree.items() if path.startswith(LAW) or path == GAME}
    return readable(repository, entries, chain(at_once(tree), along), known)


def at_once(tree: Tree) -> Iterator[str]:
    """The blobs of what is read of every game."""
    newest = max((path for path in tree if path.startswith(JOURNAL)), default="")
    for path, entry in tree.items():
        if entry.mode in PLAIN and (path in (newest, INDEX) or path.startswith(LAW) or _is_record(path)):
            yield entry.blob


def _is_record(path: str) -> bool:
    return path.startswith(STATE) and not path.startswith(JOURNAL)


def tree_of(repository: Repository, commit: str, most: int = MOST_FILES) -> dict[str, TreeEntry]:
    """path -> entry of the game's files, without sizes; what stands beside them may be more than anybody can list."""
    found: dict[str, TreeEntry] = {}
    for top in TOPS:
        found |= repository.tree(commit, top, sizes=False, most=most)
        found.pop(top, None)  # a file that is called like the folder
    return found


def below(repository: Repository, commit: str, *tops: str) -> dict[str, TreeEntry]:
    """path -> entry of all that begins with one of these, without sizes, however much it is."""
    found = {p: e for top in tops for p, e in repository.tree(commit, top, sizes=False, most=MOST_PATHS).items()}
    return {path: entry for path, entry in found.items() if path.startswith(tops)}


def is_open(text: str) -> bool:
    """Whether a thread or a poll is open, by the text of its record. It is not read: there may be thousands that are over."""
    return "\nstate: open\n" in text or "\nstatus: open\n" in text


def _change_of(text: str) -> str:
    found = _CHANGE.search(text)
    return change_path(found[1]) if found else ""


def _read(repository: Repository, tree: Tree, more: Tree, known: Texts = NOTHING) -> dict[str, str]:
    # Thousands are looked at here: each question is asked only where the one before leaves it open.
    records = {
        path: entry
        for path, entry in tree.items()
        if path.startswith(STATE) and entry.mode in PLAIN and not path.startswith(JOURNAL)
    }
    beside = {path: entry for path, entry in tree.items() if path.startswith(LAW) or path == INDEX} | dict(more)
    along = chain(at_once(tree), (entry.blob for entry in more.values() if entry.mode in PLAIN))
    files = texts(repository, records, along, known)
    files |= readable(repository, beside, known=known)
    for path in (NOTES, GAME):
        if path not in files:
            raise BadState(f"There is no game here: {path} is missing.", "Make one with `nomic new`.")
    stored.must_be_sound(files)
    newest = newest_day(State(files))
    if newest in tree:
        files |= texts(repository, {newest: tree[newest]}, known=known)
    return files


def newest_day(state: State) -> str:
    """The day file the last entry stands in."""
    return journal.path_of(state.time, state.notes.part)


def texts(repository: Repository, entries: Tree, along: Iterable[str] = (), known: Texts = NOTHING) -> dict[str, str]:
    """The texts of these files, read in one batch; what is no text of reasonable size is an error that names the file."""
    blobs = repository.blobs((entry.blob for path, entry in entries.items() if path not in known), along)
    return {path: known[path] if path in known else _text(path, blobs[entry.blob]) for path, entry in entries.items()}


def readable(
    repository: Repository, entries: Tree, along: Iterable[str] = (), known: Texts = NOTHING
) -> dict[str, str]:
    """The texts of these files; what is none is left out: a picture among the rules is no rule, and stops no game."""
    plain = {path: entry for path, entry in entries.items() if entry.mode in PLAIN}
    blobs = repository.blobs((entry.blob for path, entry in plain.items() if path not in known), along)
    found = {}
    for path, entry in plain.items():
        with suppress(BadState):
            found[path] = known[path] if path in known else _text(path, blobs[entry.blob])
    return found


def _text(path: str, data: bytes) -> str:
    if len(data) > LARGEST:
        raise BadState(f"{path} is too large.", "Take it out of the repository.")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BadState(f"{path} is not UTF-8 text.", "Restore it from the commit before.") from None
