"""Commits on main that people made: found, and handed to the fold as happenings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from engine.referee import snapshot
from engine.referee.ports import CommitInfo, Repository
from engine.store import canon

TRAILER: Final = "Nomic-Entry"
MOST: Final = 200
_TRAILER = re.compile(rf"^{TRAILER}: (\S+)$", re.MULTILINE)
_OWN: Final = ("state/engine.yaml", "state/journal/", "state/threads/", "state/issues/")


@dataclass(frozen=True)
class Since:
    """The engine's last commit, what people committed after it, and the engine's own files they touched."""

    base: str
    happenings: list[dict[str, Any]]
    restored: dict[str, str | None]


def trailer(entry: str) -> str:
    return f"{TRAILER}: {entry or 'genesis'}"


def entry_of(commit: CommitInfo) -> str | None:
    """The journal entry a commit says it ends with; None if it is not the engine's."""
    found = _TRAILER.findall(commit.message)
    return str(found[-1]) if found else None


def since_last(repository: Repository, main: str) -> Since:
    """Walks back from main to the engine's last commit; without one, main itself is where the game begins."""
    commits = repository.first_parents(main, MOST)
    for place, commit in enumerate(commits):
        if entry_of(commit) is not None and _is_ours(repository, commit):
            return _since(repository, commit, commits[:place][::-1])
    return Since(main, [], {})


def _is_ours(repository: Repository, commit: CommitInfo) -> bool:
    """The commit's own state must end with the entry it names: a trailer alone can be written by anyone."""
    entry = repository.tree(commit.sha, "state").get("state/engine.yaml")
    if entry is None:
        return False
    engine = canon.read(repository.blobs([entry.blob])[entry.blob].decode())
    return bool((engine.get("head") or "genesis") == entry_of(commit))


def _since(repository: Repository, base: CommitInfo, commits: list[CommitInfo]) -> Since:
    happenings: list[dict[str, Any]] = []
    restored: dict[str, str | None] = {}
    before = base.sha
    for commit in commits:
        changed = repository.changed_paths(before, commit.sha)
        mine = {p: pair for p, pair in changed.items() if p.startswith(("rules/", "state/", "proposals/changes/"))}
        law = {p: after for p, (_, after) in mine.items() if not p.startswith(_OWN)}
        found = snapshot.texts(repository, {p: e for p, e in law.items() if e is not None})
        files = {p: found.get(p) for p in sorted(law)}
        restored |= dict.fromkeys([p for p in mine if p.startswith(_OWN)])
        before = commit.sha
        if files:  # what is none of the game's files is none of its business
            name = {"id": f"commit/{commit.sha}", "kind": "administered", "time": commit.time}
            happenings.append({**name, "commit": commit.sha, "files": files})
    tree = repository.tree(base.sha)
    texts = snapshot.texts(repository, {p: tree[p] for p in restored if p in tree})
    return Since(base.sha, happenings, {p: texts.get(p) for p in restored})
