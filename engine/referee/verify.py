"""Proof: the journal replayed from the beginning must give every byte of state/, every link of the chain must hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.game.changes import content_path
from engine.game.replay import replay
from engine.referee import administered, snapshot
from engine.referee.ports import CommitInfo, ForgeError, Repository
from engine.store import canon, journal
from engine.store.guard import YamlProblem

ALL: Final = 1_000_000
MOST_FINDINGS: Final = 50


@dataclass
class Proof:
    """What was replayed, and everything that is not as it should be: file, key, entry, commit."""

    entries: int = 0
    findings: list[str] = field(default_factory=list)

    def find(self, text: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(text)


def verify(repository: Repository) -> Proof:
    """Replays the whole game. Raises ForgeError if there is no game to be read."""
    proof = Proof()
    main = repository.fetch()
    history = repository.first_parents(main, ALL)[::-1]
    commits = _by_entry(history, proof)
    start = _genesis(history)
    genesis = snapshot.read(repository, start.sha)
    files = _everything(repository, main)
    entries = list(_entries(files, proof))
    _check_chain(entries, commits, proof)
    _check_commits(commits, entries, proof)
    state = _replayed(genesis, entries, files, commits, proof)
    if state is not None:
        _compare(state, files, proof)
    proof.entries = len(entries)
    return proof


def _by_entry(history: list[CommitInfo], proof: Proof) -> dict[str, CommitInfo]:
    """The engine's commits by the entry they end with; a second one with the same entry is somebody else's."""
    commits: dict[str, CommitInfo] = {}
    for commit in history:
        entry = administered.entry_of(commit)
        if entry is not None and commits.setdefault(entry, commit) is not commit:
            first = commits[entry].sha[:10]
            proof.find(f"commit {commit.sha[:10]}: says it is the engine's with the entry of commit {first}")
    return commits


def _genesis(history: list[CommitInfo]) -> CommitInfo:
    """The commit the first pass began with: marked as genesis, or the one before the engine's first."""
    for before, commit in zip([None, *history], history, strict=False):
        entry = administered.entry_of(commit)
        start = commit if entry == "genesis" else before
        if entry is not None and start is not None:
            return start
    raise ForgeError("The game has no beginning: no commit of the engine was found.", "Was the history rewritten?")


def _everything(repository: Repository, main: str) -> dict[str, str]:
    tree = repository.tree(main)
    return snapshot.texts(
        repository, {p: e for p, e in tree.items() if p.startswith(("state/", "rules/", "proposals/"))}
    )


def _entries(files: Mapping[str, str], proof: Proof) -> Iterator[dict[str, Any]]:
    for path in sorted(p for p in files if p.startswith("state/journal/")):
        try:
            yield from journal.entries(files[path])
        except YamlProblem as error:
            proof.find(f"{path}:{error.line}: cannot be read: {error.message}")


def _check_chain(entries: list[dict[str, Any]], commits: Mapping[str, CommitInfo], proof: Proof) -> None:
    """Each entry names the hash of the one before, and its own hash is that of what it says."""
    previous = ""
    for place, entry in enumerate(entries, start=1):
        name = f"entry {place} ({entry.get('id')})"
        if entry.get("previous") != previous:
            proof.find(f"{name}: the entry before it was removed, added or moved{_in(entry, commits)}")
        if journal.link(str(entry.get("previous", "")), entry) != entry.get("hash"):
            proof.find(f"{name}: was changed after it was written{_in(entry, commits)}")
        previous = str(entry.get("hash", ""))


def _check_commits(commits: Mapping[str, CommitInfo], entries: list[dict[str, Any]], proof: Proof) -> None:
    """Every commit that says it is the engine's ends with an entry of the journal."""
    known = {entry.get("hash") for entry in entries} | {"genesis"}
    for name, commit in commits.items():
        if name not in known:
            proof.find(f"commit {commit.sha[:10]}: says it is the engine's and ends with no entry of the journal")


def _in(entry: Mapping[str, Any], commits: Mapping[str, CommitInfo]) -> str:
    commit = commits.get(str(entry.get("hash")))
    return f" (commit {commit.sha[:10]})" if commit else ""


def _replayed(
    genesis: Mapping[str, str],
    entries: list[dict[str, Any]],
    files: Mapping[str, str],
    commits: Mapping[str, CommitInfo],
    proof: Proof,
) -> dict[str, str] | None:
    """The files as the replay leaves them; None if it cannot go on."""
    state = dict(genesis)
    place = 0
    try:
        for place, step in enumerate(replay(genesis, entries, lambda h: files.get(content_path(h))), start=1):
            for path, text in step.files.items():
                state.pop(path, None) if text is None else state.update({path: text})
            if step.replayed != step.entry:
                wrong = sorted(n for n in {*step.entry, *step.replayed} if step.entry.get(n) != step.replayed.get(n))
                where = _in(step.entry, commits)
                proof.find(f"entry {place} ({step.entry['id']}): {', '.join(wrong)} would be otherwise{where}")
                return None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        proof.find(f"entry {place + 1}: cannot be replayed: {error!r}")
        return None
    return state


def _compare(state: Mapping[str, str], files: Mapping[str, str], proof: Proof) -> None:
    """Every byte of state/ and of the law, but for the journal, which was read."""
    for path in sorted({*state, *files}):
        if not path.startswith(("state/", "rules/")) or path.startswith("state/journal/"):
            continue
        if state.get(path) != files.get(path):
            proof.find(f"{path}: {_difference(state.get(path), files.get(path))}")


def _difference(expected: str | None, found: str | None) -> str:
    if found is None:
        return "is missing"
    if expected is None:
        return "does not follow from the journal"
    try:
        one, other = canon.read(expected), canon.read(found)
    except YamlProblem:
        return "is not as it should be"
    if isinstance(one, dict) and isinstance(other, dict):
        keys = sorted(k for k in {*one, *other} if one.get(k) != other.get(k))
        shown = [f"{k} is {other.get(k)!r} and should be {one.get(k)!r}" for k in keys[:3]]
        return "; ".join(shown)[:400] or "other bytes, the same values"
    return "is not as it should be"
