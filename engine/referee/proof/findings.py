"""What a proof found: everything that is not as it should be, and what had to be taken as it was written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.referee.ports import CommitInfo

MOST_FINDINGS: Final = 50


@dataclass
class Proof:
    """`entries` of the journal, how many of them were `replayed`, `findings` (file, key, entry, commit), and `notes`."""

    entries: int = 0
    replayed: int = 0
    findings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def find(self, text: str) -> None:
        if len(self.findings) < MOST_FINDINGS and text not in self.findings:
            self.findings.append(text)

    def note(self, text: str) -> None:
        self.notes.append(text)


def entry_name(place: int, entry: Mapping[str, Any]) -> str:
    """`entry 17 (comment/5)`: places count from 1 through the whole journal."""
    return f"entry {place + 1} ({entry.get('id')})"


def commit_name(commit: CommitInfo) -> str:
    return f"commit {commit.sha[:10]}"


def by_whom(commit: CommitInfo) -> str:
    """`commit 0123456789 of Ana`: the name the commit bears, which anyone can choose."""
    return f"{commit_name(commit)} of {commit.author.partition(' <')[0] or 'nobody'}"


def came_to(entry: Mapping[str, Any]) -> Any:
    """What an entry says that came of it; what somebody wrote there by hand need be no outcome."""
    outcome = entry.get("outcome")
    return outcome.get("is") if isinstance(outcome, dict) else None
