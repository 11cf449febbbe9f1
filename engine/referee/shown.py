"""Whether a thread shows what was wished for: labels, a closing, an assignment."""

from __future__ import annotations

from typing import Any

from engine.referee.ports import Thread


def shows(key: str, wanted: dict[str, Any], thread: Thread) -> bool:
    """Whether a thread is as a wish wants it. GitHub drops assignees it dislikes without a word: one try is enough."""
    kind = key.split("/", 1)[0]
    if kind == "labels":
        return set(thread.labels) & set(wanted["own"]) == set(wanted["set"])
    if kind == "close":
        return thread.state == "closed"
    return kind == "assign" and (wanted["login"] in thread.assignees or thread.updated_at > wanted["at"])
