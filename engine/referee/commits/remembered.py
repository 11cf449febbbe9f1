"""What was read of a game last: of the next commit only what is otherwise is read, as an object's id stands for one content."""

from bisect import insort
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, TypeVar

from engine.referee.commits import snapshot
from engine.referee.ports import MOST_FILES, CommitInfo, ForgeError, Repository, TreeEntry
from engine.store.files import Files
from engine.store.layout import OF_THE_GAME

# With more files than these all are listed each time: the bounds within which that can be done are near.
MOST: Final = MOST_FILES // 8
T = TypeVar("T")


class Remembered:
    """One commit, the files of the game in it, and the texts of those that were read. What it gives is not to be changed.

    For whoever makes one pass after another: it gives what `snapshot` would.
    """

    def __init__(self) -> None:
        self._commit: CommitInfo | None = None
        self._tree: dict[str, TreeEntry] = {}
        self._texts: dict[str, str] = {}

    def turn(self, repository: Repository, commit: str) -> None:
        """From here on it is that one."""
        info = repository.commit_info(commit)
        changed = self._changed(repository, info)
        if changed is None:
            self._tree, self._texts = snapshot.tree_of(repository, commit), {}
        else:
            self._tree, self._texts = _with(self._tree, changed), _without(self._texts, changed)
        self._commit = info

    def _changed(self, repository: Repository, info: CommitInfo) -> Mapping[str, TreeEntry | None] | None:
        """path -> entry of what is otherwise in it than in the last; None where all is to be read."""
        if self._commit is not None and len(self._tree) <= MOST:
            with suppress(ForgeError):  # too much, or what was read last is no longer there: the whole of it is
                return repository.difference(self._commit, info, under=OF_THE_GAME)
        return None

    def law(self, repository: Repository, along: Iterable[str]) -> dict[str, str]:
        """See `snapshot.law`."""
        return snapshot.law(repository, self._tree, along, self._texts)

    def read_open(self, repository: Repository) -> Files:
        """See `snapshot.read_open`."""
        files = snapshot.read_open(repository, self._tree, self._texts)
        self._texts = dict(files)
        return files


def _with(tree: Mapping[str, TreeEntry], changed: Mapping[str, TreeEntry | None]) -> dict[str, TreeEntry]:
    """What the tree has become, in the order in which all of it is listed."""
    found = _without(tree, [path for path, entry in changed.items() if entry is None])
    new = [path for path, entry in changed.items() if entry is not None and path not in found]
    found |= {path: entry for path, entry in changed.items() if entry is not None}
    if not new:
        return found
    paths = [path for path in tree if path in found]
    for path in new:  # of ten thousand paths few are looked at
        insort(paths, path, key=_place)
    return {path: found[path] for path in paths}


def _place(path: str) -> tuple[int, bytes]:
    top = next(at for at, folder in enumerate(OF_THE_GAME) if path.startswith(folder))
    return top, path.encode("utf-8", "surrogateescape")


def _without(files: Mapping[str, T], paths: Iterable[str]) -> dict[str, T]:
    found = dict(files)
    for path in paths:
        found.pop(path, None)
    return found
