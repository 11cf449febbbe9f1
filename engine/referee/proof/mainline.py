"""The line of main that the game went along: by first parents, but at a merge that put others before the engine's commits."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.referee.commits import administered
from engine.referee.ports import CommitInfo, ForgeError, Repository

A_PIECE: Final = 1_000  # commits read at once
NONE: Final = -1


def line(repository: Repository, main: str, places: Mapping[str, int]) -> list[CommitInfo]:
    """The commits from main back to the first, newest first. `places` are those of the journal's entries, by their hash.

    `git pull` makes a merge whose first parent was committed at home, beside what the engine did meanwhile. There the
    line goes on by the parent whose history has the latest entry of the journal, and by the first of equals: an entry
    that the journal does not have, or that was named before, draws nobody aside.
    """
    found: list[CommitInfo] = []
    latest = _Latest(repository, places)
    at = main
    while at:
        for commit in repository.first_parents(at, A_PIECE):
            found.append(commit)
            at = latest.before(commit)
            if at not in commit.parents[:1]:
                break
    return found


def is_behind(repository: Repository, sha: str, end: str) -> bool:
    """Whether a commit is in the history of another, on its line or not."""
    try:
        return sha != end and repository.is_ancestor(sha, end)
    except (ForgeError, LookupError, ValueError):  # no commit, or no name of one
        return False


@dataclass(frozen=True)
class _Latest:
    """The latest entry of the journal that a commit's history ends with, by its place; each is looked up once."""

    repository: Repository
    places: Mapping[str, int]
    known: dict[str, int] = field(default_factory=dict)

    def before(self, commit: CommitInfo) -> str:
        """The parent by which the game came to a commit; empty where there is none.

        An engine's merge stands on its first, and names an entry that nothing before it has: whoever merges by hand can
        copy its words, and put an older commit first.
        """
        if len(commit.parents) > 1 and self._place(commit) <= max(map(self.of, commit.parents)):
            return max(commit.parents, key=self.of)
        return "".join(commit.parents[:1])

    def of(self, commit: str) -> int:
        waiting = [commit]
        while waiting:
            info = self.repository.commit_info(waiting[-1])
            place = self._place(info)
            before = info.parents if len(info.parents) > 1 or place == NONE else ()
            unknown = [parent for parent in before if parent not in self.known]
            if unknown:
                waiting += unknown
                continue
            self.known[info.sha] = max([place, *(self.known[parent] for parent in before)])
            waiting.pop()
        return self.known[commit]

    def _place(self, commit: CommitInfo) -> int:
        return self.places.get(administered.entry_of(commit) or "", NONE)
