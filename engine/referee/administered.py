"""Commits on main that people made: found, and handed to the fold as happenings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from engine.referee import snapshot
from engine.referee.ports import CommitInfo, Repository
from engine.store import canon, records
from engine.store.guard import YamlProblem

TRAILER: Final = "Nomic-Entry"
NOTES: Final = "state/engine.yaml"
NEAR: Final = 200
ALL: Final = 1_000_000
_TRAILER = re.compile(rf"^{TRAILER}: (\S+)$", re.MULTILINE)
_OWN: Final = ("state/engine.yaml", "state/journal/", "state/threads/", "state/issues/", "proposals/")


@dataclass(frozen=True)
class Since:
    """The engine's last commit, and what people committed after it.

    `restored` holds every file of the game they touched as it was before: the next segment starts from there, so that
    only what was judged stands in it. `unreadable` names the files that are put back because they are no records.
    """

    base: str
    happenings: list[dict[str, Any]]
    restored: dict[str, str | None]
    unreadable: list[str]


def trailer(entry: str) -> str:
    return f"{TRAILER}: {entry or 'genesis'}"


def entry_of(commit: CommitInfo) -> str | None:
    """The journal entry a commit says it ends with; None if it is not the engine's."""
    found = _TRAILER.findall(commit.message)
    return str(found[-1]) if found else None


def since_last(repository: Repository, main: str) -> Since:
    """Walks back from main to the engine's last commit; without one, main itself is where the game begins."""
    for most in (NEAR, ALL):
        commits = repository.first_parents(main, most)
        for place, commit in enumerate(commits):
            if entry_of(commit) is not None and _is_ours(repository, commit):
                return _since(repository, commit, commits[:place][::-1])
        if len(commits) < most:
            break
    return Since(main, [], {}, [])


def _is_ours(repository: Repository, commit: CommitInfo) -> bool:
    """The commit's own state must end with the entry it names, and say so for the first time: anyone can copy a trailer."""
    entry = repository.tree(commit.sha, NOTES, sizes=False).get(NOTES)
    if entry is None:
        return False
    if commit.parents and repository.tree(commit.parents[0], NOTES, sizes=False).get(NOTES) == entry:
        return False
    engine = canon.read(repository.blobs([entry.blob])[entry.blob].decode())
    return bool((engine.get("head") or "genesis") == entry_of(commit))


def _since(repository: Repository, base: CommitInfo, commits: list[CommitInfo]) -> Since:
    happenings: list[dict[str, Any]] = []
    touched: set[str] = set()
    unreadable: list[str] = []
    before = base.sha
    for commit in commits:
        changed = repository.changed_paths(before, commit.sha)
        mine = {p: pair for p, pair in changed.items() if p.startswith(("rules/", "state/", "proposals/"))}
        law = {p: after for p, (_, after) in mine.items() if not p.startswith(_OWN)}
        found = snapshot.texts(repository, {p: e for p, e in law.items() if e is not None})
        spoilt = [p for p, text in found.items() if not _readable(p, text)]
        unreadable += [f"{p} of commit {commit.sha[:10]} is put back: it is no record" for p in sorted(spoilt)]
        files = {p: found.get(p) for p in sorted(law) if p not in spoilt}
        touched |= set(mine)
        before = commit.sha
        if law:  # what is none of the game's files is none of its business
            name = {"id": f"commit/{commit.sha}", "kind": "administered", "time": commit.time}
            happenings.append({**name, "commit": commit.sha, "files": files})
    tree = repository.tree(base.sha, sizes=False) if touched else {}
    texts = snapshot.texts(repository, {p: tree[p] for p in touched if p in tree})
    return Since(base.sha, happenings, {p: texts.get(p) for p in sorted(touched)}, unreadable)


def _readable(path: str, text: str) -> bool:
    """Whether a file can be taken for what its path says: state/ holds maps, and maps of maps where one file has many."""
    if not path.startswith("state/"):
        return True
    if not records.is_path(path):
        return False
    try:
        content = canon.read(text)
    except YamlProblem:
        return False
    many = path.count("/") == 1 and path != "state/game.yaml"
    whole = path.endswith(".yaml") and isinstance(content, dict)
    return whole and (not many or all(isinstance(record, dict) for record in content.values()))
