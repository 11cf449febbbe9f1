"""Seals of the engine's commits: whoever can push can write a trailer, and only who holds the dice key can seal one.

A seal is HMAC-SHA256 over tree, parents and journal's head, under a key made from the dice key for this alone. Once the
key is revealed by a rotation, everybody can check what was sealed with it before.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.referee.ports import CommitInfo, Repository

TRAILER: Final = "Nomic-Seal"
_TRAILER: Final = re.compile(rf"^{TRAILER}: ([0-9a-f]{{64}})$", re.MULTILINE)


def seal(key: bytes, tree: str, parents: Sequence[str], entry: str) -> str:
    """64 hexadecimal digits. No seed of dice is made from a text without a line break, so none is this key."""
    own = hmac.new(key, b"nomic seal", hashlib.sha256).digest()
    return hmac.new(own, f"{tree}\n{' '.join(parents)}\n{entry}".encode(), hashlib.sha256).hexdigest()


def of(commit: CommitInfo) -> list[str]:
    """The seals that a commit bears, true or not."""
    return _TRAILER.findall(commit.message)


def holds(commit: CommitInfo, entry: str, keys: Iterable[bytes]) -> bool:
    """Whether one of its seals was made with one of these keys."""
    right = [seal(key, commit.tree, commit.parents, entry) for key in keys]
    return any(hmac.compare_digest(one, other) for one in of(commit) for other in right)


def commit(
    repository: Repository,
    parents: Sequence[str],
    changes: Mapping[str, str | None],
    message: str,
    entry: str,
    time: int,
    keys: Sequence[bytes],
) -> str:
    """A new commit with a seal under each of these keys; its tree is known only once it was made without."""
    made = repository.commit(parents, changes, message, time)
    if not keys:
        return made
    info = repository.commit_info(made)
    lines = "".join(f"{TRAILER}: {seal(key, info.tree, info.parents, entry)}\n" for key in keys)
    return repository.commit(parents, changes, message + lines, time)
