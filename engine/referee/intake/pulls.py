"""What a pull request would change, read with git plumbing alone and never checked out."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from engine.game.owned import Amiss, Inspected
from engine.game.world.changes import misplaced, pairs
from engine.referee import secrets
from engine.referee.answering.shown import path_shown, path_written
from engine.referee.commits import administered, closing
from engine.referee.ports import CommitInfo, Repository, TooMuch, TreeEntry
from engine.store import canon
from engine.store.digest import change_hash
from engine.store.layout import LAW, LIBRARY, PROPOSALS, folder_of
from engine.store.records import STATE
from engine.store.splice import slug_of

MOST_COMMITS: Final = 50
MOST_BYTES: Final = 5_000_000
MOST_FILES: Final = 32
MOST_TEXT: Final = 131_072
# Bytes of the change as it is kept: with both sides of each file, as YAML escapes them
MOST_WRITTEN: Final = MOST_BYTES
MOST_PATHS: Final = 3_000  # GitHub shows no more files of a pull request
MOST_OF_PATHS: Final = 300_000  # characters of all their names
# Paths, folders among them, that are looked at to tell so: a few objects can stand for any number
MOST_WALKED: Final = 10_000
MOST_PARENTS: Final = 8  # of a commit, each counted once
MOST_OF_PARENTS: Final = 100  # of all its commits
SHOWN: Final = 10
# A file that no disk can hold would stop whoever checks the game out, and so the game.
_NAME: Final = re.compile(r"(?:[a-z][a-z0-9_-]{0,39}/)?[a-z0-9-]{1,100}\.md")
Net = Mapping[str, tuple[TreeEntry | None, TreeEntry | None]]  # path -> (before, after)
_SHARED: Final = re.compile(r"[a-z0-9-]{1,100}\.star")


def inspect(
    repository: Repository,
    main: str,
    base: str,
    head: str,
    others: Mapping[int, str],
    ruleset: str,
    precedes: Callable[[int], bool] = lambda number: False,
) -> Inspected:
    """The change of a pull request: {hash, base, files, paths, problems}.

    `others` are the heads of other pull requests; `precedes` tells whether one whose head is among the commits of this
    one is open and had it first.
    """
    fork = repository.merge_base(main, head)
    if fork is None:
        return _change("", {}, {}, [{"code": "merge_base"}], ruleset)
    problems: list[Amiss] = [] if base == "main" else [{"code": "base"}]
    try:
        commits = repository.own_commits(main, head, MOST_COMMITS + 1)
    except TooMuch:
        return _change(fork, {}, {}, [*problems, {"code": "size"}], ruleset)
    if len(commits) > MOST_COMMITS:
        return _change(fork, {}, {}, [*problems, {"code": "commits"}], ruleset)
    if _joins_too_many(commits):
        return _change(fork, {}, {}, [*problems, {"code": "parents"}], ruleset)
    problems += _shared(head, {commit.sha for commit in commits}, others, precedes)
    if closes := closing.commits(commits):
        problems.append({"code": "closing", "paths": closes[:SHOWN]})
    if unread_words := closing.in_other_letters(commits):
        problems.append({"code": "encoding", "paths": unread_words[:SHOWN]})
    if claims := [commit.sha[:10] for commit in commits if administered.speaks_as_ours(commit)]:
        problems.append({"code": "claims", "paths": claims[:SHOWN]})
    try:
        touched = _touched(repository, fork, commits)
        net = repository.changed_paths(fork, head, most=MOST_WALKED)
    except TooMuch:
        return _change(fork, {}, {}, [*problems, {"code": "files"}], ruleset)
    problems += _shape(net, touched, ruleset)
    files: dict[str, list[str | None]] = {}
    if not problems:
        files, unreadable = _texts(repository, net)
        problems += unreadable
    return _change(fork, files, net, problems, ruleset)


def hash_of(repository: Repository, fork: str, head: str, ruleset: str) -> str:
    """The hash of the change from where a pull request left main to its head, which nothing is wrong with."""
    net = repository.changed_paths(fork, head, most=MOST_WALKED)
    return _hash(_decoded(repository, net)[0], net, [], ruleset)


def unread(code: str, ruleset: str) -> Inspected:
    """The change of a pull request whose commits cannot be had, and why."""
    return _change("", {}, {}, [{"code": code}], ruleset)


def _shared(head: str, own: set[str], others: Mapping[int, str], precedes: Callable[[int], bool]) -> list[Amiss]:
    """What is another's and was so first: its very head, or commits that would be merged along."""
    first = sorted(number for number, other in others.items() if other in own and precedes(number))
    if same := [number for number in first if others[number] == head]:
        return [{"code": "same_head", "paths": [f"#{same[0]}"]}]
    return [{"code": "stacked"}] if first else []


def _change(
    base: str,
    files: dict[str, list[str | None]],
    net: Net,
    problems: list[Amiss],
    ruleset: str,
) -> Inspected:
    """What is voted on, under a hash of all of it: law as law, other files by their blobs, and what is wrong."""
    paths = sorted(path_shown(path) for path in net)
    if len(paths) > MOST_PATHS or sum(map(len, paths)) > MOST_OF_PATHS:
        problems = [*problems, {"code": "files", "paths": paths[:SHOWN]}]
        files, net, paths = {}, {}, paths[:SHOWN]
    elif len(canon.emit(files).encode()) > MOST_WRITTEN:
        problems = [*problems, {"code": "size", "paths": [path_shown(path) for path in sorted(files)[:SHOWN]]}]
        files = {}
    hash_ = _hash(files, net, problems, ruleset)
    return {"hash": hash_, "base": base, "files": files, "paths": paths, "problems": problems}


def _hash(files: Mapping[str, list[str | None]], net: Net, problems: list[Amiss], ruleset: str) -> str:
    items = [(f"./{path_written(p)}", _blob(a), _blob(b)) for p, (a, b) in net.items() if not p.startswith(LAW)]
    return change_hash(items + items_of(files, problems, ruleset))


def items_of(
    files: Mapping[str, list[str | None]], problems: list[Amiss], ruleset: str
) -> list[tuple[str, str | None, str | None]]:
    """What of a change can be hashed without the repository: law as law, and what is wrong."""
    by_name = pairs(files, folder_of(ruleset))
    items = [(name, one, other) for name, (one, other) in by_name.items()]
    return items + [(f"./problem {place}", None, canon.emit(problem)) for place, problem in enumerate(problems)]


def _blob(entry: TreeEntry | None) -> str | None:
    return None if entry is None else f"{entry.mode} {entry.blob}"


def _touched(repository: Repository, fork: str, commits: list[CommitInfo]) -> dict[str, int]:
    """path -> bytes of every file that any commit of its own touches, not only the net change.

    Of a merge that is only what is like none of its parents, so that updating a branch is free.
    """
    own = [(commit.sha, tuple(dict.fromkeys(commit.parents)) or (fork,)) for commit in commits]
    found: dict[str, int] = {}
    for changes in repository.own_changes(own, MOST_WALKED):
        for path, after in changes.items():
            found[path] = found.get(path, 0) + (after.size if after else 0)
    return found


def _joins_too_many(commits: list[CommitInfo]) -> bool:
    parents = [len(set(commit.parents)) for commit in commits]
    return max(parents, default=0) > MOST_PARENTS or sum(parents) > MOST_OF_PARENTS


def _shape(net: Net, touched: Mapping[str, int], ruleset: str) -> list[Amiss]:
    """Problems of names, numbers, modes and sizes."""
    law = (folder_of(ruleset), LIBRARY)
    allowed = (*law, "engine/", ".github/", "tests/", "docs/")
    stray = sorted(p for p in touched if not p.startswith(allowed))
    # What none of its own commits touches can be otherwise where a merge took the wrong side, or main was met in two places.
    own = (STATE, PROPOSALS, LAW)
    behind = sorted(p for p in net if p not in touched and p.startswith(own) and not p.startswith(law))
    rules = {p: pair for p, pair in net.items() if p.startswith(law)}
    heads = {p: after for p, (_, after) in rules.items() if after is not None}
    names = sorted(p for p in heads if not _is_name(p, *law))
    reach = [(problem["code"], list(problem["paths"])) for problem in misplaced(touched)]
    checks: list[tuple[str, list[str]]] = [
        ("path", stray),
        ("behind", [] if stray else behind),
        *([] if stray else reach),
        ("size", sorted(touched) if sum(touched.values()) > MOST_BYTES else []),
        ("files", sorted(rules) if len(rules) > MOST_FILES else []),
        ("mode", sorted(p for p, entry in heads.items() if entry.mode != "100644")),
        ("name", names),
        ("secret", sorted(p for p in heads if secrets.holds_one(p))),
        ("duplicate", _twice(heads)),
        ("size", sorted(p for p, entry in heads.items() if entry.size > MOST_TEXT)),
    ]
    return [{"code": code, "paths": [path_shown(p) for p in paths[:SHOWN]]} for code, paths in checks if paths]


def _is_name(path: str, folder: str, library: str) -> bool:
    """A rule's, that of a document in a folder of its kind, or that of code shared by rules."""
    if path.startswith(library):
        return _SHARED.fullmatch(path.removeprefix(library)) is not None
    return _NAME.fullmatch(path.removeprefix(folder)) is not None


def _twice(heads: Mapping[str, TreeEntry]) -> list[str]:
    """Files that have the name of another but for case, or its number, or its slug."""
    seen: dict[str, str] = {}
    found = []
    for path in sorted(heads):
        folder, _, file = path.rpartition("/")
        number = re.match(r"(\d+)-", file)
        names = (path.lower(), f"slug {folder} {slug_of(path).lower()} {file.rpartition('.')[2]}")
        for name in (*names, *([f"number {folder} {int(number[1])}"] if number else [])):
            if seen.setdefault(name, path) != path:
                found.append(path)
    return found


def _texts(repository: Repository, net: Net) -> tuple[dict[str, list[str | None]], list[Amiss]]:
    files, binary = _decoded(repository, net)
    if binary:
        return files, [{"code": "binary", "paths": binary}]
    telling = sorted(path for path, (before, after) in files.items() if secrets.brought(before, after))
    return ({}, [{"code": "secret", "paths": [path_shown(p) for p in telling]}]) if telling else (files, [])


def _decoded(repository: Repository, net: Net) -> tuple[dict[str, list[str | None]], list[str]]:
    """path -> [before, after] of the files of the law, and the paths of those that are no text."""
    rules = {p: pair for p, pair in net.items() if p.startswith(LAW)}
    blobs = repository.blobs(e.blob for pair in rules.values() for e in pair if e is not None)
    files: dict[str, list[str | None]] = {}
    binary = []
    for path, pair in rules.items():
        try:
            files[path] = [None if e is None else _text(blobs[e.blob]) for e in pair]
        except ValueError:
            binary.append(path)
    return files, binary


def _text(data: bytes) -> str:
    text = data.decode()
    if "\x00" in text:
        raise ValueError("NUL")
    return text
