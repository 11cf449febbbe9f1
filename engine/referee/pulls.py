"""What a pull request would change, read with git plumbing alone and never checked out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from engine.game.changes import pairs
from engine.law.rulebook import LIBRARY, folder_of
from engine.referee.ports import CommitInfo, Entry, Repository
from engine.store.digest import change_hash

MOST_COMMITS: Final = 50
MOST_BYTES: Final = 5_000_000
MOST_FILES: Final = 32
MOST_TEXT: Final = 131_072
_NAME: Final = re.compile(r"[a-z0-9-]+\.(md|star)")
Problem = dict[str, Any]


def inspect(
    repository: Repository, main: str, base: str, head: str, open_heads: Mapping[int, str], ruleset: str
) -> dict[str, Any]:
    """The change of a pull request: {hash, base, files, paths, problems}. `open_heads` are those of the other open ones."""
    fork = repository.merge_base(main, head)
    if fork is None:
        return _change("", {}, [], [{"code": "merge_base"}], ruleset)
    problems: list[Problem] = [] if base == "main" else [{"code": "base"}]
    commits = repository.own_commits(fork, head, MOST_COMMITS + 1)
    if len(commits) > MOST_COMMITS:
        return _change(fork, {}, [], [*problems, {"code": "commits"}], ruleset)
    own = {commit.sha for commit in commits}
    if any(other in own and other != head for other in open_heads.values()):
        problems.append({"code": "stacked"})
    touched = _touched(repository, fork, commits)
    net = repository.changed_paths(fork, head)
    problems += _shape(net, touched, ruleset)
    files: dict[str, list[str | None]] = {}
    if not problems:
        files, unreadable = _texts(repository, net)
        problems += unreadable
    return _change(fork, files, sorted(net), problems, ruleset)


def _change(
    base: str, files: dict[str, list[str | None]], paths: list[str], problems: list[Problem], ruleset: str
) -> dict[str, Any]:
    by_name = pairs({"files": files}, folder_of(ruleset))
    items = [(name, one, other) for name, (one, other) in by_name.items()]
    beyond = [(path, None, "") for path in paths if not path.startswith("rules/")]
    return {"hash": change_hash([*items, *beyond]), "base": base, "files": files, "paths": paths, "problems": problems}


def _touched(repository: Repository, fork: str, commits: list[CommitInfo]) -> dict[str, int]:
    """path -> bytes of every file that any commit of its own touches, not only the net change."""
    found: dict[str, int] = {}
    for commit in commits:
        parent = commit.parents[0] if commit.parents else fork
        for path, (_, after) in repository.changed_paths(parent, commit.sha).items():
            found[path] = found.get(path, 0) + (after.size if after else 0)
    return found


def _shape(
    net: Mapping[str, tuple[Entry | None, Entry | None]], touched: Mapping[str, int], ruleset: str
) -> list[Problem]:
    """Problems of names, numbers, modes and sizes."""
    law = (folder_of(ruleset), LIBRARY)
    allowed = (*law, "engine/", ".github/", "tests/", "docs/")
    stray = sorted(p for p in touched if not p.startswith(allowed))
    rules = {p: pair for p, pair in net.items() if p.startswith(law)}
    heads = {p: after for p, (_, after) in rules.items() if after is not None}
    names = sorted(p for p in heads if not _NAME.fullmatch(p.rsplit("/", 1)[-1]))
    checks: list[tuple[str, list[str]]] = [
        ("path", stray),
        ("size", sorted(touched) if sum(touched.values()) > MOST_BYTES else []),
        ("files", sorted(rules) if len(rules) > MOST_FILES else []),
        ("mode", sorted(p for p, entry in heads.items() if entry.mode != "100644")),
        ("name", names),
        ("duplicate", _twice(heads)),
        ("size", sorted(p for p, entry in heads.items() if entry.size > MOST_TEXT)),
    ]
    return [{"code": code, "paths": paths[:10]} for code, paths in checks if paths]


def _twice(heads: Mapping[str, Entry]) -> list[str]:
    """Files that have the name of another but for case, or its number."""
    seen: dict[str, str] = {}
    found = []
    for path in sorted(heads):
        number = re.match(r"(\d+)-", path.rsplit("/", 1)[-1])
        for name in (path.lower(), *([f"number {int(number[1])}"] if number else [])):
            if seen.setdefault(name, path) != path:
                found.append(path)
    return found


def _texts(
    repository: Repository, net: Mapping[str, tuple[Entry | None, Entry | None]]
) -> tuple[dict[str, list[str | None]], list[Problem]]:
    rules = {p: pair for p, pair in net.items() if p.startswith("rules/")}
    blobs = repository.blobs({e.blob for pair in rules.values() for e in pair if e is not None})
    files: dict[str, list[str | None]] = {}
    binary = []
    for path, pair in rules.items():
        try:
            files[path] = [None if e is None else _text(blobs[e.blob]) for e in pair]
        except ValueError:
            binary.append(path)
    return files, [{"code": "binary", "paths": binary}] if binary else []


def _text(data: bytes) -> str:
    text = data.decode()
    if "\x00" in text:
        raise ValueError("NUL")
    return text
