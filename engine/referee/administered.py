"""Commits on main that people made: found, and handed to the fold as happenings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.game.entries import Happening
from engine.law.rulebook import folder_of
from engine.referee import seals, snapshot, taken
from engine.referee.ports import CommitInfo, ForgeError, Repository, TreeEntry
from engine.store import canon
from engine.store.guard import YamlProblem
from engine.store.records import GAME, JOURNAL, NOTES, STATE, folder

TRAILER: Final = "Nomic-Entry"
NEAR: Final = 200
ALL: Final = 1_000_000
MOST_TOLD: Final = 20
_TRAILER = re.compile(rf"^{TRAILER}: (\S+)$", re.MULTILINE)
_OWN: Final = (NOTES, JOURNAL, folder("threads"), folder("issues"), "proposals/")


@dataclass(frozen=True)
class Since:
    """The engine's last commit, and what people committed after it.

    `restored` holds every file of the game they touched as it was before: the next segment starts from there, so that
    only what was judged stands in it. `left_out` names the files that are put back because the game cannot take them.
    """

    base: str
    happenings: list[Happening]
    restored: dict[str, str | None]
    left_out: list[str]


def trailer(entry: str) -> str:
    return f"{TRAILER}: {entry or 'genesis'}"


def entry_of(commit: CommitInfo) -> str | None:
    """The journal entry a commit says it ends with; None if it is not the engine's."""
    found = _TRAILER.findall(commit.message)
    return str(found[-1]) if found else None


def since_last(repository: Repository, main: str, keys: Sequence[bytes] = (), *, key_lost: bool = False) -> Since:
    """Walks back from main to the engine's last commit; without one, main itself is where the game begins.

    With `keys` that is the last one sealed with one of them. Where none is yet, as in a game begun without seals, and
    where there is no key, it is the last that says so and bears it out. Raises ForgeError where that one is sealed, and
    nobody could go on from it, unless the `key_lost` is told of.
    """
    base = last_sealed(repository, main, keys) if keys else None
    if base is None:
        base = _last(repository, main, keys=None)
        if base is not None and not keys and not key_lost and seals.of(base):
            raise ForgeError(
                "The commits of this game are sealed, and the key is not at hand.",
                "Set NOMIC_DICE_KEY to the game's dice key.",
            )
    if base is None:
        return Since(main, [], {}, [])
    return _since(repository, base, _on_top(repository, main, base))


def last_sealed(repository: Repository, main: str, keys: Sequence[bytes]) -> CommitInfo | None:
    """The newest commit sealed with one of these keys, also where a merge by hand has put an older one before it."""
    base = _last(repository, main, keys)
    if base is None or base.sha == main:
        return base
    beside = [c for c in repository.own_commits(base.sha, main, ALL) if is_sealed(c, keys)]
    for commit in beside:
        if all(repository.is_ancestor(other.sha, commit.sha) for other in beside):
            return commit
    return base


def _last(repository: Repository, main: str, keys: Sequence[bytes] | None) -> CommitInfo | None:
    """On the line of first parents: the last that is sealed, or without keys the last that seems to be ours."""
    for most in (NEAR, ALL):
        commits = repository.first_parents(main, most)
        for commit in commits:
            if is_sealed(commit, keys) if keys is not None else is_ours(repository, commit):
                return commit
        if len(commits) < most:
            break
    return None


def _on_top(repository: Repository, main: str, base: CommitInfo) -> list[CommitInfo]:
    """What people committed after it, oldest first."""
    found: list[CommitInfo] = []
    for most in (NEAR, ALL):
        found = []
        for commit in repository.first_parents(main, most):
            if commit.sha == base.sha or repository.is_ancestor(commit.sha, base.sha):
                return found[::-1]
            found.append(commit)
    return found[::-1]


def is_sealed(commit: CommitInfo, keys: Sequence[bytes]) -> bool:
    entry = entry_of(commit)
    return entry is not None and bool(seals.of(commit)) and seals.holds(commit, entry, keys)


def is_ours(repository: Repository, commit: CommitInfo) -> bool:
    """The commit's own state must end with the entry it names, and say so for the first time: anyone can copy a trailer."""
    if entry_of(commit) is None:
        return False
    entry = repository.tree(commit.sha, NOTES, sizes=False).get(NOTES)
    if entry is None or entry.mode not in snapshot.PLAIN:
        return False
    if commit.parents and repository.tree(commit.parents[0], NOTES, sizes=False).get(NOTES) == entry:
        return False
    try:
        engine = canon.read(repository.blobs([entry.blob])[entry.blob].decode())
    except (YamlProblem, UnicodeDecodeError):
        return False
    return isinstance(engine, dict) and (engine.get("head") or "genesis") == entry_of(commit)


def _since(repository: Repository, base: CommitInfo, commits: list[CommitInfo]) -> Since:
    happenings: list[Happening] = []
    touched: set[str] = set()
    left_out: list[str] = []
    was = repository.tree(base.sha, sizes=False) if commits else {}
    there, folder = set(was), _folder(repository, was)
    before = base.sha
    for commit in commits:
        changed = repository.changed_paths(before, commit.sha)
        mine = {p: after for p, (_, after) in changed.items() if p.startswith(("rules/", STATE, "proposals/"))}
        law = {p: after for p, after in mine.items() if not p.startswith(_OWN)}
        files, odd = taken.sift(repository, law, there, folder)
        there |= {path for path, text in files.items() if text is not None}
        told = taken.told(odd)
        left_out += [f"{p} of commit {commit.sha[:10]} is put back: {why}" for p, why in told.items()][:MOST_TOLD]
        touched |= set(mine)
        before = commit.sha
        if law:  # what is none of the game's files is none of its business
            name: Happening = {"id": f"commit/{commit.sha}", "kind": "administered", "time": commit.time}
            more: Happening = {"left_out": dict(list(told.items())[:MOST_TOLD])} if told else {}
            happenings.append({**name, "commit": commit.sha, "files": files, **more})
    texts = snapshot.readable(repository, {p: was[p] for p in touched if p in was})
    return Since(base.sha, happenings, {p: texts.get(p) for p in sorted(touched) if taken.can_be_written(p)}, left_out)


def _folder(repository: Repository, tree: Mapping[str, TreeEntry]) -> str:
    """Where the rules of this game stand: in any ruleset's folder, where it does not say which it plays."""
    text = snapshot.readable(repository, {GAME: tree[GAME]} if GAME in tree else {}).get(GAME)
    try:
        game = canon.read(text or "")
    except YamlProblem:
        game = None
    return folder_of(str(game["ruleset"])) if isinstance(game, dict) and "ruleset" in game else "rules/"
