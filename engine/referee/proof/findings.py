"""What a proof found: everything that is not as it should be, and what had to be taken as it was written."""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.referee.ports import CommitInfo

MOST_FINDINGS: Final = 50
# What people did to the game since the last pass is no secret, and no harm: the next one takes it up.
NEXT_PASS: Final = "The next pass judges what that commit did, and puts back what only the engine writes: write `/status` on the table."
NEWER_ENGINE: Final = "Install the engine that .github/engine.txt names, and ask again."
_COMMIT: Final = re.compile(r"\bcommit ([0-9a-f]{10})\b")


@dataclass
class Proof:
    """`entries` of the journal and how many were `replayed`, `findings` (file, key, entry, commit) with their `remedies`, and `notes`."""

    entries: int = 0
    replayed: int = 0
    findings: list[str] = field(default_factory=list)
    remedies: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def find(self, text: str, remedy: str = "") -> None:
        """`remedy`: what to do about it, where that is something else than about any history that was made otherwise."""
        if len(self.findings) < MOST_FINDINGS and text not in self.findings:
            self.findings.append(text)
            self.remedies[text] = remedy or of_history(text)

    def note(self, text: str) -> None:
        self.notes.append(text)


def of_a_file(path: str) -> str:
    """What to do about a file that cannot be what it was."""
    return f"Take it back as it was: `git log -- {shlex.quote(path)}` shows the commits that changed it."


def of_history(text: str) -> str:
    """The same about what is not as a pass has left it: whoever has the history as it was can push that."""
    named = _COMMIT.search(text)
    look = f"`git show {named[1]}` shows what it did. " if named else ""
    return (
        f"{look}Push `main` as it was, from a clone that still has it; where nobody has, "
        "`nomic verify --from COMMIT` proves what passes have made since."
    )


def as_replayed(text: str) -> str:
    """The same about what a replay comes to otherwise: an honest pass of an engine whose words were others does so, too."""
    return f"{of_history(text)} If another version of the engine made that commit, the `nomic verify` of that version proves it."


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
