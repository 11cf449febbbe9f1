"""What differs between trees, read from their objects one level after another, and given up at a bound.

git gathers a whole difference before it says a word of it, and a handful of nested trees can stand for more paths than
any machine holds: so no process of git's is asked.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.forge.objects import Objects
from engine.forge.plumbing import SUBMODULE, Listed, name, names
from engine.referee.ports import SLASH, TooMuch, Unprocessable, Unreachable

TREE: Final = "40000"
_SLASH: Final = SLASH.encode()
LONGEST: Final = 4096  # bytes of a path: no disk holds more
CHARACTERS: Final = 200  # of the names, for each path that is allowed
BYTES: Final = 3_000  # of the trees that are read, for each path that is allowed
_ENTRY: Final = re.compile(rb"([0-7]+) ([^\0]+)\0(.{20})", re.DOTALL)
_FEWER: Final = "Change fewer files, in every commit of it."

Tree = dict[bytes, tuple[str, bytes]]  # name -> mode, id
Found = tuple[str, Listed | None, Listed | None]  # path, before, after


@dataclass
class Walk:
    """Walks that share one bound: so many paths, folders gone into among them. Raises TooMuch beyond it.

    `under` are folders, each with its slash, and files: of other paths nothing is read, nor of the folders in `but`.
    """

    objects: Objects
    most: int
    under: tuple[bytes, ...] = ()
    but: tuple[bytes, ...] = ()

    def __post_init__(self) -> None:
        self._folders = tuple(each for each in self.under if each.endswith(b"/"))
        self._paths, self._characters, self._bytes = self.most, self.most * CHARACTERS, self.most * BYTES

    def files(self, tree: str) -> tuple[list[str], list[str], list[str]]:
        """Paths, modes and ids of all files of a tree, by their paths: the differences from none, for which nothing is compared."""
        found: list[tuple[bytes, tuple[str, bytes]]] = []
        level = [(b"", tree)]
        while level:
            trees, folders = self._read({each for _, each in level}), level
            level = []
            for prefix, folder in folders:
                here = _below(prefix, trees[folder])
                below = [(p + b"/", i.hex()) for p, (mode, i) in here if mode == TREE and self._reaches(p + b"/")]
                files = [each for each in here if each[1][0] != TREE]
                listed = files if self._has_all(prefix) else [each for each in files if self._wanted(each[0])]
                self._spend([*(path[:-1] for path, _ in below), *(path for path, _ in listed)])
                level += below
                found += listed
        found.sort()
        return (
            names([path for path, _ in found]),
            [mode for _, (mode, _) in found],
            [identity.hex() for _, (_, identity) in found],
        )

    def differences(self, befores: Sequence[str | None], after: str) -> list[Found]:
        """Every path at which the tree `after` is like none of `befores`, by its path, with how it was in the first."""
        found: list[tuple[bytes, Found]] = []
        level: list[tuple[bytes, list[str | None], str | None]] = [(b"", [*befores], after)]
        while level:
            trees = self._read({each for _, olds, new in level for each in (*olds, new) if each is not None})
            deeper = []
            for prefix, olds, new in level:
                for part, was, now in _apart([trees.get(old or "", {}) for old in olds], trees.get(new or "", {})):
                    path = prefix + part.replace(b"/", _SLASH)
                    folder, folders = _folder(now), [_folder(each) for each in was]
                    if folder not in folders and self._reaches(path + b"/"):
                        self._spend([path])
                        deeper.append((path + b"/", folders, folder))
                    file, files = _file(now), [_file(each) for each in was]
                    if file not in files and self._wanted(path):
                        self._spend([path])
                        found.append((path, (name(path), files[0], file)))
            level = deeper
        return [each for _, each in sorted(found, key=lambda pair: pair[0])]

    @property
    def spent(self) -> int:
        """How much of the bound was used up: paths, or as many as their names and folders were read for."""
        characters, read = self.most - self._characters // CHARACTERS, self.most - self._bytes // BYTES
        return min(max(self.most - self._paths, characters, read), self.most)

    def _reaches(self, folder: bytes) -> bool:
        if folder in self.but:
            return False
        return not self.under or folder.startswith(self._folders) or any(each.startswith(folder) for each in self.under)

    def _wanted(self, path: bytes) -> bool:
        return path in self.under or self._has_all(path)

    def _has_all(self, path: bytes) -> bool:
        """Whether it is in a folder that is read whole."""
        return not self.under or path.startswith(self._folders)

    def _spend(self, paths: Sequence[bytes]) -> None:
        sizes = [*map(len, paths)]
        self._paths -= len(sizes)
        self._characters -= sum(sizes)
        if self._paths < 0 or self._characters < 0 or max(sizes, default=0) > LONGEST:
            raise TooMuch(
                f"more than {self.most} files are changed, or their names are too long: {CHARACTERS} bytes on average at most",
                _FEWER,
            )

    def _read(self, ids: set[str]) -> dict[str, Tree]:
        listed = sorted(ids)
        sizes = self.objects.sizes(listed)
        self._bytes -= sum(size for _, size in sizes.values())
        if self._bytes < 0:
            raise TooMuch("its folders are too large to be read", _FEWER)
        if any(kind != "tree" for kind, _ in sizes.values()):
            raise Unprocessable("a folder of it is none", "Make its commits anew with git.")
        if len(sizes) < len(ids):
            raise Unreachable(f"git: {len(ids) - len(sizes)} folders are not in the copy", self.objects.remedy)
        return {each: parsed(content) for each, (_, content) in self.objects.contents(listed).items()}


def _below(prefix: bytes, tree: Tree) -> list[tuple[bytes, tuple[str, bytes]]]:
    """What is in a folder, by its path. A name has no slash, or what git would never write stands for it."""
    parts: Iterable[bytes] = tree
    if any(b"/" in part for part in tree):
        parts = (part.replace(b"/", _SLASH) for part in tree)
    return [(prefix + part, there) for part, there in zip(parts, tree.values(), strict=True)]


def parsed(content: bytes) -> Tree:
    """A tree object. Raises Unprocessable for what git would not read either."""
    pieces = _ENTRY.split(content)  # of each entry its mode, name and id, and around it what is none
    modes, parts, identities = pieces[1::4], pieces[2::4], pieces[3::4]
    if any(pieces[::4]):
        raise Unprocessable("a folder of it cannot be read", "Make its commits anew with git.")
    return dict(zip(parts, zip(map(_mode, modes), identities, strict=True), strict=True))


@lru_cache(maxsize=64)
def _mode(written: bytes) -> str:
    """As git reads it: there are two kinds of files, and what is nothing else is a submodule."""
    kind, rights = int(written, 8) & 0o170000, int(written, 8) & 0o100
    if kind == 0o100000:
        return "100755" if rights else "100644"
    return {0o120000: "120000", 0o040000: TREE}.get(kind, SUBMODULE)


def _apart(
    befores: Sequence[Tree], after: Tree
) -> Iterator[tuple[bytes, list[tuple[str, bytes] | None], tuple[str, bytes] | None]]:
    """The names at which `after` is like none of the others."""
    names: Iterable[bytes] = dict.fromkeys([*after, *(befores[0] if befores else ())])
    for part in names:
        now, was = after.get(part), [before.get(part) for before in befores]
        if now not in was:
            yield part, was, now


def _folder(entry: tuple[str, bytes] | None) -> str | None:
    return entry[1].hex() if entry is not None and entry[0] == TREE else None


def _file(entry: tuple[str, bytes] | None) -> Listed | None:
    return (entry[0], entry[1].hex()) if entry is not None and entry[0] != TREE else None
