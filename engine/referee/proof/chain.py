"""The chain of the journal: each entry names the hash of the one before. Where it breaks, history tells what was done to it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any

from engine.game.entries import Entry
from engine.game.fold import journaling
from engine.referee.commits import snapshot
from engine.referee.ports import CommitInfo, Repository, Unprocessable
from engine.referee.proof.findings import Proof, by_whom, commit_name, entry_name, of_a_file
from engine.referee.proof.history import Changes, History
from engine.store import journal
from engine.store.guard import YamlProblem
from engine.store.records import JOURNAL


@dataclass
class Chain:
    """The entries of main in order, the day file each stands in, and the places of those that are not to be trusted."""

    entries: list[Entry] = field(default_factory=list)
    days: list[str] = field(default_factory=list)
    broken: set[int] = field(default_factory=set)
    redacted: list[int] = field(default_factory=list)
    place_of: dict[str, int] = field(default_factory=dict)

    @cached_property
    def first_told(self) -> dict[str, int]:
        """id of what happened -> the place of the first entry that tells of it."""
        return {str(entry.get("id")): place for place, entry in reversed(list(enumerate(self.entries)))}


def read(days: Mapping[str, str], proof: Proof) -> Chain:
    """All entries of these day files (path -> text)."""
    chain = Chain()
    for path in sorted(days):
        try:
            found = journaling.read(days[path])
        except YamlProblem as error:
            proof.find(f"{path}:{error.line}: cannot be read: {error.message}", of_a_file(path))
            continue
        chain.entries += found
        chain.days += [path] * len(found)
    chain.redacted = [place for place, entry in enumerate(chain.entries) if _is_redacted(entry)]
    chain.place_of = {str(entry.get("hash")): place for place, entry in reversed(list(enumerate(chain.entries)))}
    return chain


def _is_redacted(entry: Entry) -> bool:
    """Whether a text was taken out, with records by collection and key beside it; what else stands there was written by hand."""
    text: Any = entry.get("text")
    followed = text.get(journal.FOLLOWED) if journal.is_redacted(text) else None
    return isinstance(followed, dict) and all(isinstance(records, dict) for records in followed.values())


def check(chain: Chain, history: History, repository: Repository, proof: Proof) -> None:
    """Finds every broken link. What was done to its day is looked up in the commits that touched that day."""
    complaints = list(_broken_links(chain, history))
    chain.broken = {place for place, _ in complaints}
    for path, group in groupby(complaints, key=lambda complaint: chain.days[complaint[0]]):
        told = list(_told_by_history(path, chain, history.changes(repository, proof), repository)) or [
            text for _, text in group
        ]
        for text in told:
            proof.find(f"{path}: {text}")


def _broken_links(chain: Chain, history: History) -> Iterator[tuple[int, str]]:
    first = chain.place_of.get(history.first, -1) + 1
    previous = history.first
    for place, entry in enumerate(chain.entries[first:], start=first):
        name = f"{entry_name(place, entry)}: "
        if entry.get("previous") != previous:
            yield place, f"{name}the entry before it was removed, added or moved{_in(entry, history)}"
        if _link(entry) != entry.get("hash"):
            yield place, f"{name}was changed after it was written{_in(entry, history)}"
        previous = str(entry.get("hash", ""))


def _link(entry: Entry) -> str:
    return journal.link(str(entry.get("previous", "")), entry)


def _in(entry: Entry, history: History) -> str:
    commit = history.ends.get(str(entry.get("hash")))
    return f" ({commit_name(commit)})" if commit else ""


def _told_by_history(path: str, chain: Chain, changed: Iterable[Changes], repository: Repository) -> Iterator[str]:
    """What each commit did to a day's file besides adding to its end."""
    versions = [(c, changes[path]) for c, changes in changed if path in changes]
    blobs = repository.blobs(entry.blob for _, entry in versions if entry is not None)
    read = [(commit, _entries(blobs[entry.blob]) if entry else []) for commit, entry in versions]
    for (_, before), (commit, after) in pairwise(read):
        if before is not None and after is not None:
            yield from _rewritten(before, after, commit, lambda e: _name(e, chain))


def _name(entry: Entry, chain: Chain) -> str:
    place = chain.place_of.get(str(entry.get("hash")))
    return f"the entry {entry.get('id')}" if place is None else entry_name(place, entry)


def _entries(data: bytes) -> list[Entry] | None:
    try:
        return journaling.read(data.decode())
    except (YamlProblem, UnicodeDecodeError):
        return None


def _rewritten(
    before: list[Entry], after: list[Entry], commit: CommitInfo, name: Callable[[Entry], str]
) -> Iterator[str]:
    if [journal.redacted(e) for e in after[: len(before)]] == [journal.redacted(e) for e in before]:
        return
    then = {str(e.get("id")): e for e in before}
    now = {str(e.get("id")): e for e in after}
    for id_, entry in then.items():
        if id_ not in now:
            yield f"{name(entry)} was removed by {by_whom(commit)}"
        elif journal.redacted(now[id_]) != journal.redacted(entry):
            wrong = sorted(n for n in {*entry, *now[id_]} if entry.get(n) != now[id_].get(n))
            yield f"{name(now[id_])} was changed ({', '.join(wrong)}) by {by_whom(commit)}"
    kept = [id_ for id_ in then if id_ in now]
    order = [id_ for id_ in now if id_ in then]
    moved = next((n for b, n in zip(kept, order, strict=True) if b != n), None)
    if moved is not None:
        yield f"{name(now[moved])} was moved by {by_whom(commit)}"
    last = max((place for place, id_ in enumerate(now) if id_ in then), default=-1)
    for id_ in list(now)[: last + 1]:
        if id_ not in then:
            yield f"{name(now[id_])} was put in by {by_whom(commit)}"


def compare(chain: Chain, at: CommitInfo, repository: Repository) -> str | None:
    """The first difference between the journal as it stood in a commit and the journal of main; None if there is none."""
    try:
        tree = snapshot.below(repository, at.sha, JOURNAL)
    except Unprocessable as error:
        return f"its journal cannot be read: {error.cause}"
    blobs = repository.blobs(entry.blob for entry in tree.values())
    then = [entry for path in sorted(tree) for entry in _entries(blobs[tree[path].blob]) or []]
    for place, entry in enumerate(then):
        if place >= len(chain.entries) or chain.entries[place].get("id") != entry.get("id"):
            return f"{entry_name(place, entry)} was removed or moved since {commit_name(at)}"
        if journal.redacted(chain.entries[place]) != journal.redacted(entry):
            now = chain.entries[place]
            wrong = sorted(n for n in {*entry, *now} if entry.get(n) != now.get(n))
            return f"{entry_name(place, entry)} was changed ({', '.join(wrong)}) since {commit_name(at)}"
    return None
