"""The commits of main from where a proof begins: which are the engine's, and what each of them changed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from engine.referee.commits import administered
from engine.referee.ports import CommitInfo, ForgeError, Repository, TreeEntry, Unprocessable
from engine.referee.proof import mainline
from engine.referee.proof.findings import Proof, by_whom, commit_name
from engine.store.layout import OF_THE_GAME
from engine.store.marks import reached

SHORTEST: Final = 7  # digits of a commit's id that are taken for one

Changes = tuple[CommitInfo, dict[str, TreeEntry | None]]


@dataclass
class History:
    """Oldest first; `commits[0]` is where the proof begins, and taken as it is. `ends` has the engine's by their entry."""

    commits: list[CommitInfo]
    ends: dict[str, CommitInfo] = field(default_factory=dict)
    first: str = ""  # the entry that `commits[0]` ends with, empty at the beginning of the game

    def is_ours(self, commit: CommitInfo) -> bool:
        entry = administered.entry_of(commit)
        return entry is not None and self.ends.get(entry) is commit

    def changes(self, repository: Repository, proof: Proof) -> Iterator[Changes]:
        """Each commit after the first, with what it changed of the game, and the engine's with what they changed beside.

        What nobody can read of a commit is looked for in the next, which may have put it back; at the end it is a finding.
        """
        base = self.commits[0]
        for before, commit in pairwise(self.commits):
            try:
                changed = repository.difference(base, commit, under=OF_THE_GAME)
                if self.is_ours(commit):
                    changed |= repository.difference(before, commit, but=OF_THE_GAME)
            except Unprocessable as error:
                unread = f"{by_whom(commit)}: what it changed cannot be read: {error.cause}"
                if self.is_ours(commit) or commit is self.commits[-1]:
                    proof.find(unread)
                changed = {}
            else:
                base = commit
            yield commit, changed


def read(
    repository: Repository, main: str, start: str | None, proof: Proof, places: Mapping[str, int]
) -> History | None:
    """None if `start` is no commit of this history: then there is nothing to go on from, and the finding says so.

    `places` are those of the entries in main's journal, by their hash.
    """
    commits = mainline.line(repository, main, places)[::-1]
    place = _genesis(commits) if start is None else _place(commits, start)
    if place is None:
        _must_not_be_merged(repository, main, str(start))
        proof.find(
            f"commit {str(start)[:10]}: is not in the history of main; if it was once, that history was rewritten"
        )
        return None
    history = History(commits[place:], first="" if start is None else administered.entry_of(commits[place]) or "")
    if history.first == "genesis":
        history.first = ""
    _engines(history, repository, places, proof)
    return history


def _engines(history: History, repository: Repository, places: Mapping[str, int], proof: Proof) -> None:
    """The engine's commits by the entry they end with; a second one with the same entry is somebody else's.

    What leaves the game alone, and names no entry that is later than those before, is a commit by hand whatever it says: an
    administrator may have rebased, or brought forward, a pull request whose author chose those words.
    """
    latest = -1
    for before, commit in zip([None, *history.commits], history.commits, strict=False):
        entry = administered.entry_of(commit)
        if entry is None:
            continue
        place = places.get(entry, -1)
        if before is not None and place <= latest and _leaves_the_game_alone(repository, before, commit):
            reached("words of the engine's in a commit beside the game")
        elif history.ends.setdefault(entry, commit) is not commit:
            first = commit_name(history.ends[entry])
            proof.find(f"{commit_name(commit)}: says it is the engine's with the entry of {first}")
        latest = max(latest, place)


def _leaves_the_game_alone(repository: Repository, before: CommitInfo, commit: CommitInfo) -> bool:
    try:
        return not repository.difference(before, commit, under=OF_THE_GAME)
    except Unprocessable:
        return False


def _genesis(commits: list[CommitInfo]) -> int:
    """The commit the first pass began with: marked as genesis, or the one before the engine's first."""
    for place, commit in enumerate(commits):
        entry = administered.entry_of(commit)
        if entry == "genesis" or (entry is not None and place > 0):
            return place if entry == "genesis" else place - 1
    raise ForgeError(
        "The game has no beginning: no commit of the engine was found.",
        "Name the folder that a clone of a game begins in. If this is one, its history was rewritten.",
    )


def _place(commits: list[CommitInfo], start: str) -> int | None:
    """Where the engine's commit of that id stands, given by its first digits at least; None if it is not on this line."""
    found = [i for i, c in enumerate(commits) if c.sha.startswith(start.lower()) and len(start) >= SHORTEST]
    if len(found) != 1:
        return None
    if administered.entry_of(commits[found[0]]) is None:
        before = next((c for c in commits[found[0] :: -1] if administered.entry_of(c) is not None), None)
        nearest = f"The nearest before it is {before.sha}." if before else "There is none before it."
        raise ForgeError(f"Commit {start[:10]} is none of the engine's, so no replay can begin there.", nearest)
    return found[0]


def _must_not_be_merged(repository: Repository, main: str, start: str) -> None:
    """Raises ForgeError for a commit that came to main with a merge: history has it, and nothing was rewritten.

    Not for one of the engine's: whoever rewrote history could merge the old one to have it there.
    """
    if mainline.is_behind(repository, start.lower(), main) and not _is_engines(repository, start.lower()):
        raise ForgeError(
            f"Commit {start[:10]} came to main with a merge, beside the engine's, so no replay can begin there.",
            "Name one of the engine's: `git log --first-parent` shows them.",
        )


def _is_engines(repository: Repository, sha: str) -> bool:
    return administered.entry_of(repository.commit_info(sha)) is not None
