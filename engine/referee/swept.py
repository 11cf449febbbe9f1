"""How the commits of a merged pull request came into main: by a hand that meant them, or along with another proposal's."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from engine.referee import administered
from engine.referee.ports import CommitInfo, Gone, Repository

NEAR: Final = 200
ALL: Final = 1_000_000


def along(repository: Repository, main: str, head: str) -> bool:
    """Whether GitHub calls the pull request with this head merged only because another one was.

    The engine merges what it says it merges, and a hand means the head that its commit names. What was squashed or rebased
    is not found, and was meant.
    """
    commit = _brought_by(repository, main, head)
    if commit is None:
        return False
    return administered.is_ours(repository, commit) or head not in (commit.sha, *commit.parents[1:])


def _brought_by(repository: Repository, main: str, head: str) -> CommitInfo | None:
    """The first commit of main with `head` in its history; None if main does not hold it."""
    try:
        if not repository.is_ancestor(head, main):
            return None
    except Gone:
        return None  # what main reaches is always here
    commits: list[CommitInfo] = []
    for most in (NEAR, ALL):
        commits = repository.first_parents(main, most)
        if len(commits) < most or not repository.is_ancestor(head, commits[-1].sha):
            break
    without = bisect_left(commits, True, key=lambda commit: not repository.is_ancestor(head, commit.sha))
    return commits[without - 1]
