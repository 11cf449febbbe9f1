"""Stretches of replay: from a commit taken as it is, through the engine's commits, each compared byte for byte.

Where something is wrong it is named, and a new stretch begins at that commit as it stands: so what was done once is
named once, and what was done later is still found.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from engine.game.entries import Entry
from engine.game.fold.replay import ClosedSegment, Replay, given_faults
from engine.game.state import State
from engine.game.world import stored
from engine.referee.beside import FOLDER as BOARD
from engine.referee.beside import README, is_beside
from engine.referee.commits import administered, snapshot
from engine.referee.ports import MOST_PATHS, CommitInfo, ForgeError, Gone, Repository, TreeEntry, Unprocessable
from engine.referee.proof import alike, by_hand, differing, epochs, landed, turns
from engine.referee.proof import chain as chains
from engine.referee.proof.chain import Chain
from engine.referee.proof.findings import NEXT_PASS, Proof, as_replayed, by_whom, commit_name, entry_name
from engine.referee.proof.history import History
from engine.referee.proof.keys import DiceKeys
from engine.store.digest import blob_id
from engine.store.guard import YamlProblem
from engine.store.layout import OF_THE_GAME
from engine.store.records import NOTES

FILE = "100644"
# What reading files that hold no game may raise.
_NO_GAME: Final = (YamlProblem, KeyError, TypeError, ValueError, AttributeError)
# What the fold raises at entries that no fold has written.
_UNJUDGED: Final = (KeyError, TypeError, ValueError, AttributeError, IndexError)
_NOT_JUDGED: Final = "{}: no engine wrote it, it cannot be judged: {!r} ({})"


@dataclass
class WalkAlongMain:
    """A walk along main. `actual` and `expected` are the game's files as committed and as replayed, by blob id."""

    repository: Repository
    history: History
    chain: Chain
    keys: DiceKeys
    changes_of: Callable[[str], str | None]
    proof: Proof
    actual: dict[str, TreeEntry] = field(default_factory=dict)
    expected: dict[str, str] = field(default_factory=dict)
    touched: dict[str, CommitInfo] = field(default_factory=dict)
    replay: Replay | None = None
    at: int | None = 0
    untold: int = 0
    faulty: list[int] = field(default_factory=list)  # places of entries with faults that hang on the machine

    def run(self) -> None:
        start = self.history.commits[0]
        semantics, at = self._semantics(start), self.chain.place_of.get(self.history.first, -1) + 1
        if semantics < epochs.FIRST:
            self.proof.find(
                f"{commit_name(start)}: says it was judged by semantics {semantics}, and there are none such"
            )
        epochs.must_rise(self.chain, at, semantics, self.proof)
        self.oldest = epochs.oldest_place(self.chain, semantics)
        self.unknown = epochs.first_unknown(self.chain, at, semantics)
        epochs.must_be_known(self.chain, self.unknown, self.proof)
        self._begin(start, at)
        for commit, changes in self.history.changes(self.repository, self.proof):
            self._take(commit, changes)
            if self.history.is_ours(commit):
                self._arrive(commit)
        self._end()

    def _semantics(self, commit: CommitInfo) -> int:
        try:
            return int(State({NOTES: self._text(self._tree(commit)[NOTES].blob) or ""}).notes.semantics)
        except _NO_GAME:
            return 1

    def _begin(self, commit: CommitInfo, at: int | None) -> None:
        """A new stretch from a commit as it stands; without a replay if its entries are not known, too old or too new."""
        self.actual = self._tree(commit)
        self.expected = {path: entry.blob for path, entry in self.actual.items()}
        self.touched, self.replay, self.at = {}, None, at
        if at is None or not self.oldest <= at < self.unknown:
            return
        try:
            self.replay = Replay(snapshot.read(self.repository, commit.sha), self.changes_of)
        except (*_NO_GAME, ForgeError, stored.Damaged) as error:
            self.proof.find(f"{commit_name(commit)}: no game can be read there: {error}")

    def _tree(self, commit: CommitInfo) -> dict[str, TreeEntry]:
        try:
            return snapshot.tree_of(self.repository, commit.sha, MOST_PATHS)
        except Unprocessable as error:
            self.proof.find(f"{by_whom(commit)}: its files cannot be read: {error.cause}")
            return {}

    def _take(self, commit: CommitInfo, changes: Mapping[str, TreeEntry | None]) -> None:
        for path, entry in changes.items():
            if path.startswith(OF_THE_GAME):
                self.touched[path] = commit
                if entry is None:
                    self.actual.pop(path, None)
                else:
                    self.actual[path] = entry
            elif self.history.is_ours(commit) and not _may_change(path, entry):
                self.proof.find(f"{commit_name(commit)}: says it is the engine's and changes {path}")

    def _arrive(self, commit: CommitInfo) -> None:
        """At a commit of the engine's: its entries are judged again, and every byte of its files compared."""
        end = self.chain.place_of.get(str(administered.entry_of(commit)))
        if end is None or (self.at is not None and end < self.at):
            self._unknown(commit)
            self._begin(commit, None)
            return
        whole = self.replay is not None and self._judged(end, commit)
        if not whole or not self._compared(end, commit):
            self._begin(commit, end + 1)
        else:
            self.at = end + 1
            self.touched = {}

    def _unknown(self, commit: CommitInfo) -> None:
        """A commit with an entry that the journal does not hold: of several in a row, what became of the first is told.

        If its journal holds nothing else than that of main, no entry was lost, and nothing that it changes was ever judged.
        """
        if self.at is None:
            self.untold += 1
            return
        found = chains.compare(self.chain, commit, self.repository)
        what = f": {found}" if found else ""
        self.proof.find(f"{commit_name(commit)}: says it is the engine's and ends with no entry of the journal{what}")
        if not found:
            self._unjudged()

    def _judged(self, end: int, commit: CommitInfo) -> bool:
        """Whether the segment's entries come out as they are written."""
        assert self.replay is not None and self.at is not None
        for place in range(self.at, end + 1):
            entry = self.chain.entries[place]
            if place in self.chain.broken or place >= self.unknown or not self._same(place, entry, commit):
                return False
            name = f"{self.chain.days[place]}: {entry_name(place, entry)}"
            for wrong in by_hand.wrong_with(self.repository, self.chain, place, commit.sha):
                self.proof.find(f"{name}: {wrong} ({commit_name(commit)})")
            if self.replay.ended and place < end:
                name = entry_name(place, entry)
                self.proof.find(
                    f"{name}: changed the law, and no commit of its own ends with it ({commit_name(commit)})"
                )
                return False
            self.proof.replayed += 1
            if given_faults(entry["id"], entry["outcome"]):
                self.faulty.append(place)
        return True

    def _same(self, place: int, entry: Entry, commit: CommitInfo) -> bool:
        assert self.replay is not None and self.at is not None
        name = f"{self.chain.days[place]}: {entry_name(place, entry)}"
        try:
            for wrong in turns.wrong_with(self.replay, self.chain, self.at, place):
                self.proof.find(f"{name}: {wrong} ({commit_name(commit)})")
            replayed = self.replay.enter(entry, self.keys.seed(entry, self.replay))
        except _UNJUDGED as error:
            self.proof.find(_NOT_JUDGED.format(name, error, commit_name(commit)))
            return False
        if replayed == entry:
            return True
        said = [t for t in differing.values(replayed, entry) if not t.startswith(("hash ", "previous "))]
        what = "; ".join(said[: differing.MOST_KEYS]) or "follows from another entry than it says"
        finding = f"{name}: {what} ({commit_name(commit)})"
        self.proof.find(finding, as_replayed(finding))
        return False

    def _compared(self, end: int, commit: CommitInfo) -> bool:
        """Whether the commit holds what the replay leaves: files, merged heads, time."""
        assert self.replay is not None
        name = entry_name(end, self.chain.entries[end])
        try:
            closed = self.replay.close()
        except _UNJUDGED as error:
            self.proof.find(_NOT_JUDGED.format(f"{self.chain.days[end]}: {name}", error, commit_name(commit)))
            return False
        for path, text in closed.files.items():
            if text is None:
                self.expected.pop(path, None)
            else:
                self.expected[path] = blob_id(text)
        wrong = [
            f"{path}: {what} ({by_whom(self.touched.get(path, commit))}, with {name})"
            for path in sorted({*self.touched, *closed.files})
            if (what := self._difference(path, closed.files.get(path)))
        ]
        wrong += self._oddities(commit, closed, name)
        for text in wrong:
            self.proof.find(text, as_replayed(text))
        return not wrong

    def _oddities(self, commit: CommitInfo, closed: ClosedSegment, name: str) -> list[str]:
        assert self.replay is not None
        merged, due = list(commit.parents[1:]), [merge["head"] for merge in closed.merges]
        found = []
        if merged != due:
            shown = [", ".join(head[:10] for head in heads) or "nothing" for heads in (merged, due)]
            found.append(f"{commit_name(commit)}: merges {shown[0]} and should merge {shown[1]}, with {name}")
        else:
            merges, ruleset = closed.merges, self.replay.ruleset
            wrong = landed.wrong_with(self.repository, self.history, self.chain, commit, merges, ruleset)
            found += [f"{commit_name(commit)}: {text} ({name})" for text in wrong]
        time = self.replay.notes.position[0]
        if commit.time != time:
            found.append(f"{commit_name(commit)}: bears the time {commit.time} and should bear {time}, with {name}")
        return found

    def _difference(self, path: str, text: str | None) -> str | None:
        """What is wrong with a file; `text` is what the replay wrote in it just now."""
        expected, found = self.expected.get(path), self.actual.get(path)
        if found is not None and found.mode != FILE:
            return f"has the mode {found.mode}"
        if expected == (found.blob if found else None):
            return None
        there = self._text(found.blob) if found else None
        if text is None and expected is not None:
            text = self._text(expected)
        if text is not None and there is not None and self.chain.redacted and alike.but_for_texts(path, text, there):
            return None
        return differing.told(text, there)

    def _text(self, blob: str) -> str | None:
        try:
            return self.repository.blobs([blob])[blob].decode("utf-8", "replace")
        except Gone:  # what is committed as a file need be none
            return None

    def _end(self) -> None:
        """What people changed since the engine's last commit, and entries that are in no commit of the engine's."""
        self._unjudged()
        if self.untold:
            more = "commits end" if self.untold > 1 else "commit ends"
            self.proof.find(f"{self.untold} more {more} with no entry of the journal")
        if self.at is not None:
            for place in islice(range(self.at, len(self.chain.entries)), 3):
                self.proof.find(
                    f"{self.chain.days[place]}: {entry_name(place, self.chain.entries[place])}: is in no commit of the engine's"
                )

    def _unjudged(self) -> None:
        """The files that are not as the engine's last commit left them, and who changed them."""
        told = {self.chain.days[place] for place in self.chain.broken}
        for path, commit in sorted(self.touched.items()):
            what = self._difference(path, None)
            if what and path not in told:
                self.proof.find(f"{path}: {what} ({by_whom(commit)}, which no pass has judged)", NEXT_PASS)


def _may_change(path: str, entry: TreeEntry | None) -> bool:
    """Whether a commit of the engine's may change what is no file of the game: what stands beside it, or in the way of one."""
    if entry is None and (f"{path}/" in (*OF_THE_GAME, BOARD) or path.startswith(f"{README}/")):
        return True
    return is_beside(path)
