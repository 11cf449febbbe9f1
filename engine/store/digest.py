"""Hashes: of texts, of changes as law, and git's own ids of blobs and trees, computed without git."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.store.splice import as_law


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def change_hash(items: Iterable[tuple[str, str | None, str | None]]) -> str:
    """The hash that ballots are bound to: of the sorted (slug, base, head), texts as law."""
    total = hashlib.sha256()
    for slug, base, head in sorted(items, key=lambda item: [part or "" for part in item]):
        for part in (slug, _law(base), _law(head)):
            data = b"" if part is None else part.encode()
            total.update(b"-" if part is None else str(len(data)).encode() + b":" + data)
    return total.hexdigest()


def _law(text: str | None) -> str | None:
    return None if text is None else as_law(text)


def blob_id(text: str) -> str:
    """Git's id of a file with this text."""
    return _git_id("blob", text.encode()).hex()


def tree_id(files: Mapping[str, str]) -> str:
    """Git's id of a tree with these files (path -> text), all of mode 100644."""
    return _tree(tuple(sorted(files.items()))).hex()


@lru_cache(maxsize=32)
def _tree(files: tuple[tuple[str, str], ...]) -> bytes:
    """Kept for each folder: of a law that changed, nearly all folders and files are as they were."""
    folders: dict[str, list[tuple[str, str]]] = {}
    entries: list[tuple[bytes, bytes, bytes]] = []
    for path, text in files:
        name, slash, below = path.partition("/")
        if slash:
            folders.setdefault(name, []).append((below, text))
        else:
            entries.append((path.encode(), b"100644", _blob(text)))
    # Git sorts a folder as if its name ended with a slash.
    entries += [(name.encode() + b"/", b"40000", _tree(tuple(below))) for name, below in folders.items()]
    body = b"".join(mode + b" " + name.rstrip(b"/") + b"\0" + id_ for name, mode, id_ in sorted(entries))
    return _git_id("tree", body)


@lru_cache(maxsize=4096)
def _blob(text: str) -> bytes:
    """Of a file of rules: there are not many, and they are small."""
    return _git_id("blob", text.encode())


def _git_id(kind: str, data: bytes) -> bytes:
    return hashlib.sha1(f"{kind} {len(data)}\0".encode() + data, usedforsecurity=False).digest()
