"""Commits in memory: what a repository holds, by id."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.referee.ports import CommitInfo, TreeEntry
from engine.store.digest import blob_id


@dataclass(frozen=True)
class Commit:
    """`tree` is the sum of the hashes of its files; `line` has one bit for each commit reachable from it, itself included."""

    parents: tuple[str, ...]
    files: Mapping[str, str]
    message: str
    time: int
    author: str
    tree: int
    line: int


@dataclass
class Store:
    """Commits by id, `main`, and the heads of pull requests: what a server's repository holds."""

    commits: dict[str, Commit] = field(default_factory=dict)
    blobs: dict[str, bytes] = field(default_factory=dict)
    main: str = ""
    heads: dict[int, str] = field(default_factory=dict)
    _order: list[str] = field(default_factory=list)
    _entries: dict[str, TreeEntry] = field(default_factory=dict)
    _infos: dict[str, CommitInfo] = field(default_factory=dict)

    def add(
        self, parents: Sequence[str], changes: Mapping[str, str | None], message: str, time: int, author: str
    ) -> str:
        """A commit on the first parent's files; it costs what it changes. The same again is the one that is there."""
        first = self.commits[parents[0]] if parents else None
        files = dict(first.files) if first else {}
        tree = first.tree if first else 0
        for path, text in changes.items():
            tree -= self._weight(path, files.pop(path, None))
            tree += self._weight(path, text)
            if text is not None:
                files[path] = text
        name = _id("\n".join([*parents, f"{tree:x}", message, str(time), author]))
        if name not in self.commits:
            line = 1 << len(self._order)
            for parent in parents:
                line |= self.commits[parent].line
            self._order.append(name)
            self.commits[name] = Commit(tuple(parents), files, message, time, author, tree, line)
        return name

    def info(self, name: str) -> CommitInfo:
        """What a log says of a commit, which stays as it is."""
        found = self._infos.get(name)
        if found is None:
            it = self.commits[name]
            found = self._infos[name] = CommitInfo(name, it.parents, f"{it.tree:x}", it.time, it.author, it.message)
        return found

    def entry(self, text: str) -> TreeEntry:
        """What a tree says of a file with this text."""
        found = self._entries.get(text)
        if found is None:
            data = text.encode()
            found = self._entries[text] = TreeEntry("100644", blob_id(text), len(data))
            self.blobs[found.blob] = data
        return found

    def _weight(self, path: str, text: str | None) -> int:
        """Sums of these tell trees apart, and equal trees have equal sums whatever way they came about."""
        return 0 if text is None else int(_id(f"{path}\0{self.entry(text).blob}"), 16)

    def ancestors(self, commit: str) -> set[str]:
        """The commit and everything reachable from it."""
        return set(self.named(self.commits[commit].line))

    def named(self, line: int) -> Iterator[str]:
        """The commits a set of bits stands for, newest first: parents always come after their children."""
        while line:
            place = line.bit_length() - 1
            line ^= 1 << place
            yield self._order[place]


def _id(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()
