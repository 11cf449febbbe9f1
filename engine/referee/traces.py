"""What is left of a comment that is gone: the happening, and whether it was a vote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.happening import Happening
from engine.game.proposals.tally import default_ballot
from engine.referee.ports import Deletion


def looks_like_a_vote(text: str) -> bool:
    """A comment that may be read again without harm: short, and no command."""
    return default_ballot(text) is not None or (len(text) < 200 and not text.strip().startswith("/"))


def deleted(thread: int, comment: int, time: int) -> Happening:
    """A comment that is gone, nobody knows through whom."""
    common: Happening = {"thread": thread, "comment": comment, "actor": None, "seen_at": time}
    return {"id": f"comment/{comment}/deleted", "kind": "deleted", "time": time, **common}


def is_known(told: Deletion, poll: Mapping[str, Any]) -> bool:
    """Whether the poll holds that ballot as deleted in that way already: runs come late, and are made again."""
    ballot: Mapping[str, Any] = next((b for b in poll["ballots"] if b["comment"] == told.comment.id), {})
    return bool(ballot.get("removed_by") if told.by_somebody_else else ballot.get("deleted"))
