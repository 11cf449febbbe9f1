"""State, journal, law and merges in step in every commit; nobody's commit lost; what was voted on is what landed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.game.state import State
from engine.referee.ports import CommitInfo
from engine.store import canon, digest, journal
from engine.store.records import JOURNAL, NOTES, folder
from tests.storms.evidence import Evidence

# The engine's own files are put back as they were, and nothing else follows from what somebody did to them.
PUT_BACK: Final = ("state/engine.yaml", "state/journal/", "state/threads/", "state/issues/")
_TRAILER = re.compile(r"^Nomic-Entry: (\S+)$", re.MULTILINE)


def findings(evidence: Evidence) -> Iterator[str]:
    history = evidence.history
    own = history[0]
    for before, commit in itertools.pairwise(history):
        if commit.author == "nomic":
            yield from _in_step(evidence, own, before, commit)
            own = commit
    reachable = {commit.sha for commit in history}
    for sha, paths in evidence.ledger.by_hand:
        if sha not in reachable:
            yield f"commit {sha[:10]}, made by hand, is lost"
        elif any(p.startswith(("state/", "rules/")) for p in paths if not p.startswith(PUT_BACK)) and not _is_known(
            evidence, sha
        ):
            yield f"commit {sha[:10]}, made by hand, was never judged"
    yield from _landed(evidence)


def _in_step(evidence: Evidence, own: CommitInfo, before: CommitInfo, commit: CommitInfo) -> Iterator[str]:
    """`own` is the engine's last commit: what a hand took away since, or wrote over, and is put back, has not landed anew."""
    files, past = evidence.files_at(commit.sha), evidence.files_at(before.sha)
    engine = canon.read(files[NOTES])
    last = _last_entry(files, engine["position"][0])
    if not engine["head"] or engine["head"] != _entry(commit) or last != engine["head"]:
        yield f"commit {commit.sha[:10]}: state, journal and commit do not end with one entry"
    law = {path.removeprefix("rules/"): text for path, text in files.items() if path.startswith("rules/")}
    was = {path.removeprefix("rules/"): text for path, text in past.items() if path.startswith("rules/")}
    if law != was and engine.get("rules") != digest.tree_id(law):
        yield f"commit {commit.sha[:10]}: the law in it is not the law of its state"
    merged = set(commit.parents[1:])
    known = {**evidence.files_at(own.sha), **{p: t for p, t in past.items() if not p.startswith(PUT_BACK)}}
    landed = {n: h for n, h in _newly_landed(files, known).items() if h is not None}
    if merged != set(landed.values()):
        yield f"commit {commit.sha[:10]}: merges {sorted(merged)}, and {sorted(landed)} landed"


def _entry(commit: CommitInfo) -> str | None:
    """The journal entry that a commit names."""
    found = _TRAILER.findall(commit.message)
    return str(found[-1]) if found else None


def _last_entry(files: Mapping[str, str], moment: int) -> str | None:
    """Of that moment's day, which may go on in further files, or else of the newest."""
    written = sorted(path for path in files if path.startswith(JOURNAL))
    day = [path for path in written if path.startswith(journal.path_of(moment).removesuffix(".yaml"))]
    return str(last_entry(files[(day or written)[-1]])["hash"])


def last_entry(day: str) -> dict[str, Any]:
    """The newest entry of a day's file, without reading the others."""
    return journal.entries(day[day.rfind("\n- ") + 1 :])[-1]


def _newly_landed(files: Mapping[str, str], past: Mapping[str, str]) -> dict[str, str | None]:
    """What landed with this commit, by a vote or by a rescue -> the head that was agreed on."""
    found: dict[str, str | None] = {}
    for path, text in [(path, text) for path, text in files.items() if past.get(path) != text]:
        if path.startswith(folder("threads")):
            thread, was = canon.shared(text), canon.shared(past.get(path, "{}\n"))
            if "rescued" in thread and "rescued" not in was:
                found[path] = None if thread.get("unmergeable") else str(thread.get("voted") or thread["head"])
        if path.startswith(folder("polls")):
            poll, was = canon.shared(text), canon.shared(past.get(path, "{}\n"))
            by_hand = poll.get("reason") == "merged by hand" or was.get("landed") is False
            if poll.get("landed") and not was.get("landed") and not by_hand:
                thread = State(files).thread(poll["thread"]) or {}
                found[str(poll["thread"])] = (
                    None if thread.get("unmergeable") else str(thread.get("voted") or thread["head"])
                )
    return found


def _is_known(evidence: Evidence, sha: str) -> bool:
    return any(entry.get("commit") == sha for entry in evidence.entries)


def _landed(evidence: Evidence) -> Iterator[str]:
    """What has landed shows as merged, and what shows as merged has landed."""
    for key, poll in evidence.polls.items():
        thread = evidence.island.model.threads.get(poll["thread"] or 0)
        if thread is None or thread.pull is None or not poll.get("change"):
            continue
        # Commits that came after the vote keep a pull request open although what was voted on has landed.
        heads = [head for _, head in evidence.ledger.proposals[thread.number].heads]
        main, repository = evidence.island.store.main, evidence.island.repository
        landed = bool(poll.get("landed"))
        merged = thread.pull.merged_at is not None and thread.pull.base == "main"
        merged = merged or (landed and any(repository.is_ancestor(head, main) for head in heads))
        if merged != landed and poll["status"] != "open":
            yield f"poll {key}: landed is {poll.get('landed')} and merged is {merged}"
